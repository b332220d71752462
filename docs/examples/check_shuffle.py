"""Check a shuffle that players took part in, from what was published of it, with nothing else.

    curl https://casino.example/api/tables/blackjack/shuffle > shuffle.json
    python check_shuffle.py shuffle.json
    curl https://casino.example/api/tournaments/cup/draw > draw.json
    python check_shuffle.py draw.json

It says for every card whether it is where the house had laid it before anybody could choose, and
ends with status 0 if everything fits and 1 if anything does not. A ballot of a tournament and a
draw of a promotion are checked by the same rules, with a roll in the place of a pack. Whoever took
part gives their own link too (`--link 64-digits`), to see that it is the one that counted, and the
cut that they were shown before they opened it (`--cut 130`). Python 3 is all it takes; the
description that it follows is docs/fairness.md.
"""

import argparse
import hashlib
import hmac
import json
import sys

MACHINE_LEAVES = 4096
DECK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def words(secret, purpose):
    """Numbers from 0 to 65535 that follow from a secret."""
    block = 0
    while True:
        here = sha(purpose, b"\n", secret, block.to_bytes(8, "big"))
        for at in range(0, 32, 2):
            yield int.from_bytes(here[at : at + 2], "big")
        block += 1


def below(n, stream):
    return next(word % n for word in stream if word < 65536 - 65536 % n)


def shuffled(items, secret, purpose):
    order, stream = list(items), words(secret, purpose)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1, stream)
        order[i], order[j] = order[j], order[i]
    return order


def leaf(context, j, salt, card):
    return sha(b"\0", context, j.to_bytes(4, "big"), salt, card.encode())


def root_from(context, cards, proof, card):
    """The root that a card, its salt and its path lead to."""
    at, here = proof["position"], leaf(context, proof["position"], unhex(proof["salt"]), card)
    path = [unhex(each) for each in proof["path"]]
    while cards > 1:
        if at ^ 1 < cards:
            beside = path.pop(0) if path else b""
            here = sha(b"\1", beside, here) if at % 2 else sha(b"\1", here, beside)
        at, cards = at // 2, (cards + 1) // 2
    return "" if path else here.hex()


def root_of(context, secret, cards):
    """The root of all the leaves, once the secret is told."""
    level = [
        leaf(context, j, hmac.digest(secret, b"salt" + j.to_bytes(4, "big"), "sha256"), card)
        for j, card in enumerate(cards)
    ]
    while len(level) > 1:
        above = [sha(b"\1", level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = above + level[len(level) & ~1 :]
    return level[0].hex()


def unhex(text):
    return bytes.fromhex(text)


def check(shuffle, own_link=None, own_cut=None):
    """Every thing that was looked at: whether it fits, and what it is."""
    root, cards, brought = shuffle["root"], shuffle["cards"], shuffle["brought"]
    context = sha(
        f"croupier context 2\n{shuffle['table']}\n{shuffle['number']}\n{shuffle['of']}".encode()
    )
    yield from check_links(brought, own_link)
    if own_cut is not None:
        yield own_cut == shuffle["cut"], f"the cut is the one that you were shown: {own_cut}"
    links = [unhex(each["link"]) for each in brought]
    seed = sha(b"croupier seed 2\n", context, unhex(root), *links)
    before = shuffle["pack"] or DECK * (cards // 52)
    if shuffle["machine"]:
        yield from check_machine(shuffle, context, seed, list(before))
    else:
        places = shuffled(range(cards), seed, b"croupier positions 2")
        for proof in shuffle["proofs"]:
            due = places[(proof["draw"] + (shuffle["cut"] or 0)) % cards]
            fits = (
                due == proof["position"] and root_from(context, cards, proof, proof["card"]) == root
            )
            yield fits, f"card {proof['draw'] + 1}: {proof['card']}, laid at {proof['position']}"
    if shuffle["secret"] is not None:
        secret, text = unhex(shuffle["secret"]), " ".join(before).encode()
        salt = hmac.digest(secret, b"pack", "sha256")
        hashes = [
            sha(b"croupier pack 2\n", text).hex(),
            sha(b"croupier pack 2\n", salt, text).hex(),
        ]
        yield shuffle["of"] in hashes, f"the pack was complete: {cards} cards"
        laid = (
            [""] * MACHINE_LEAVES
            if shuffle["machine"]
            else shuffled(before, secret, b"croupier shuffle 2")
        )
        yield root_of(context, secret, laid) == root, "the secret leads to the root"


def check_machine(shuffle, context, seed, row):
    """A machine's row of cards, draw by draw, with what was fed back in between."""
    proofs = {proof["draw"]: proof for proof in shuffle["proofs"]}
    for draw in range(shuffle["drawn"]):
        for back in shuffle["fed"]:
            if back["after"] == draw:
                row += back["cards"]
        proof = proofs.get(draw)
        if proof is None:
            return  # nobody saw that card: the rest can be checked when the secret is told
        j = below(len(row), words(sha(seed, unhex(proof["salt"])), b"croupier machine 2"))
        fits = (
            row[j] == proof["card"]
            and root_from(context, MACHINE_LEAVES, proof, "") == shuffle["root"]
        )
        yield fits, f"card {draw + 1}: {proof['card']}, place {j} of {len(row)}"
        row[j], row[-1] = row[-1], row[j]
        row.pop()


def drawn(many, wanted, key):
    """The places of a roll in the order in which they are drawn, each from two words."""
    order, stream = list(range(many)), words(key, b"croupier draw 2")
    for i in range(min(many, wanted)):
        limit = 2**32 - 2**32 % (many - i)
        number = limit
        while number >= limit:
            number = next(stream) * 65536 + next(stream)
        j = i + number % (many - i)
        order[i], order[j] = order[j], order[i]
    return order[:wanted]


def check_draw(draw, own_link=None):
    """The same for a ballot or a draw."""
    record, number, lines, brought = (draw[k] for k in ("record", "number", "lines", "brought"))
    for line in lines:
        if line.get("name") is not None:
            called = f"~{line['reference']}" if line.get("reference") else line["name"]
            fits = sha(f"{line['number']}\t{called}".encode()).hex() == line["hash"]
            yield fits, f"{line['number']} on the roll is {line['name']}"
    head = f"croupier roll 2\n{draw['purpose']}\n".encode()
    whole = sha(head, *(unhex(line["hash"]) for line in lines)).hex()
    yield whole == draw["roll"], f"the roll is the one that was closed: {len(lines)} lines"
    context = sha(f"croupier context 2\n{record}\n{number}\n{draw['roll']}".encode())
    secret = unhex(draw["secret"])
    bound = sha(b"croupier draw commitment 2\n", context, secret).hex()
    yield bound == draw["commitment"], "the secret is the one that the house was bound to"
    yield from check_links(brought, own_link)
    links = [unhex(each["link"]) for each in brought]
    seed = sha(b"croupier seed 2\n", context, unhex(draw["commitment"]), *links)
    places = drawn(draw["cards"] or len(lines), len(lines), sha(seed, secret))
    order = places if draw["cards"] else [lines[place]["number"] for place in places]
    yield order == draw["drawn"], f"what was drawn follows: {' '.join(map(str, order[:12]))} ..."


def check_links(brought, own_link):
    for each in brought:
        fits = sha(unhex(each["link"])).hex() == each["tip"]
        yield fits, f"the link of {each['player'] or 'somebody'} opens its tip"
    if own_link is not None:
        yield own_link in [each["link"] for each in brought], "your link is among them"


def cut_when(shuffle):
    """Who could know the order when the cards were cut; an older casino does not say."""
    return ", cut before any link was opened" if shuffle.get("cut_first") else ", cut afterwards"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "file", help="what /api/tables/TABLE/shuffle said, or .../draw; - reads it from the input"
    )
    parser.add_argument("--link", help="the link that you opened for it, 64 digits")
    parser.add_argument("--cut", type=int, help="the cut that you were shown before you opened it")
    given = parser.parse_args()
    with sys.stdin if given.file == "-" else open(given.file) as file:
        said = json.load(file)
    is_draw = "roll" in said
    wrong = 0
    found = check_draw(said, given.link) if is_draw else check(said, given.link, given.cut)
    for fits, what in found:
        wrong += not fits
        print("fits" if fits else "DOES NOT FIT", what)
    where = f"draw {said['number']} of {said['record']}" if is_draw else ""
    where = where or f"shuffle {said['number']} at {said['table']}"
    cut = "" if is_draw or said["cut"] is None else cut_when(said)
    print(f"{where}: {said['seeded']}{cut};", end=" ")
    print(f"{wrong} things do not fit" if wrong else "everything fits")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
