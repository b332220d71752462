"""Attacks on a shuffle. Each has its control: the commitment alone lets it pass.

What lies in the safe, and the page and program of a player, are attacked where they are tested.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.fairness.support import Evening, Forged, chain_of
from tests.table_support import DEALER, NOW, SUPERVISOR, player

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK, Card, parse_cards
from croupier.casino.significant_events import TableEvents
from croupier.commitment import seed
from croupier.dealer import Dealer
from croupier.durations import HOUR
from croupier.shoe import CardShoeState, commit_to, order, shuffle
from croupier.table.acts.burn_and_reveal import NewCards, Reveal
from croupier.table.acts.seeding import BringTip, CommitShuffle, OpenLink
from croupier.table.acts.shuffling import Cut, Shuffle
from croupier.table.facts import CutMade, LinkOpened, Shuffled, ShuffleVoided
from croupier.table.seeding import JointShuffle
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table_replay import replay

PACK = DECK * 6
TRIES = 300


def low_cards_first(stack: tuple[Card, ...]) -> int:
    """What a house likes: small cards among the first thirty, of which 12 are to be expected."""
    return sum(str(card)[0] in "23456" for card in stack[:30])


def secrets(number: int) -> list[bytes]:
    chance = Random(number)
    return [chance.randbytes(32) for _ in range(TRIES)]


# --- the house grinds secrets


def test_control_the_house_grinds_secrets_and_the_commitment_alone_shows_nothing() -> None:
    worst = max(secrets(1), key=lambda each: low_cards_first(shuffle(PACK, each)))
    evening = Evening(decks=6, joint=False, entropy=lambda: worst)
    evening.dealer.prepare()
    evening.close()
    (check,) = check_shoes(evening.table.record)
    assert check.verdict is Verdict.PROVED  # and yet chosen
    assert low_cards_first(shuffle(PACK, worst)) >= 18


def test_the_house_grinds_secrets_and_gains_nothing() -> None:
    """It commits to the best secret by what it knows; the links that it did not know decide."""
    came = []
    for n in range(12):

        def liked(secret: bytes) -> int:
            bound = commit_to("table", 1, secret, PACK, whole=True, machine=False)
            laid = bound.laid(secret, PACK)
            assert laid is not None
            joint = JointShuffle(bound, 0, ())
            return low_cards_first(order(laid, PACK, joint.seed))

        worst = max(secrets(n)[:10], key=liked)
        evening = Evening(players="P", decks=6, entropy=lambda worst=worst: worst)  # type: ignore[misc]
        evening.chains["P"] = chain_of(f"player {n}")
        evening.bring_tips()
        evening.shuffle()
        bound = evening.table.seeding.in_use
        assert bound is not None
        laid = bound.committed.laid(worst, PACK)
        assert laid is not None
        came.append(low_cards_first(order(laid, PACK, bound.seed)))
        assert liked(worst) > 12
    # 12 are to be expected; the mean of twelve has a standard deviation of about 0.7
    assert 10 < sum(came) / len(came) < 14


# --- the house grinds what else it can choose: the moment, lines before, checkpoints


def stack_after(*, later: int = 0, lines: int = 0, voids: int = 0) -> str:
    """The cards of one secret and one player's links, by what the house did before them."""
    evening = Evening(players="P", decks=6, entropy=lambda: b"s" * 32)
    evening.at.now += later
    for _ in range(lines):  # each is another head, and so another checkpoint
        evening.at.bet("P", 1, 10)
        evening.at.bet("P", 1, 0)
    evening.bring_tips()
    for number in range(voids):
        secret = bytes([number]) * 32  # each is bound to once
        evening.dealer = Dealer(
            evening.table, lambda secret=secret: secret, joint=True,  # type: ignore[misc]
            clock=lambda: evening.at.now,
        )  # fmt: skip
        evening.dealer.prepare()
        evening.dealer.void("of no use to the house")
    evening.dealer = Dealer(
        evening.table, lambda: b"s" * 32, joint=True, clock=lambda: evening.at.now
    )
    evening.shuffle()
    loaded = evening.dealer.state().shoe
    assert isinstance(loaded, CardShoeState)
    assert evening.table.seeding.void == voids
    return loaded.order


def test_neither_the_moment_nor_other_lines_nor_checkpoints_are_anything_to_grind() -> None:
    assert stack_after() == stack_after(later=7) == stack_after(lines=3)


def test_control_a_void_shuffle_does_bring_other_cards_and_is_counted() -> None:
    """What the house can still do in public: the number of the shuffle is part of it."""
    assert len({stack_after(), stack_after(voids=1), stack_after(voids=2)}) == 3


# --- a friend of the house, a client that disappears


def test_a_friend_who_refuses_to_open_buys_a_redraw_that_everybody_sees() -> None:
    evening = Evening(players="P friend")
    evening.bring_tips()
    evening.silent.add("friend")
    evening.shuffle()
    (void,) = evening.at.facts_of(ShuffleVoided)
    assert void.missing == ("friend",)
    assert evening.table.seeding.void == 1
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ("P",)
    evening.close()
    checks = check_shoes(evening.table.record)
    assert [check.verdict for check in checks] == [Verdict.VOID, Verdict.PROVED]
    told = [e.command for e in evening.table.record.entries if isinstance(e.command, Reveal)]
    assert {each.commitment for each in told} == {void.root, checks[1].commitment}


def test_friends_who_come_one_after_the_other_buy_no_further_redraw() -> None:
    evening = Evening(players="P f1 f2 f3")
    evening.bring_tips("P", "f1")
    evening.silent.update({"f1", "f2", "f3"})
    evening.dealer.prepare()
    evening.open_links()
    evening.bring_tips("f2", "f3")  # they have seen P's link
    evening.at.now += 2_000
    evening.dealer.void()
    evening.shuffle()
    assert evening.table.seeding.void == 1
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ("P",)


def test_a_house_that_drops_the_void_line_is_found_out() -> None:
    """As if the first shuffle had never been: the numbers of the record have a gap."""
    evening = Evening(players="P friend")
    evening.bring_tips()
    evening.silent.add("friend")
    evening.shuffle()
    evening.close()
    kept = [
        entry
        for entry in evening.table.record.entries
        if not any(isinstance(fact, ShuffleVoided) for fact in entry.facts)
    ]
    checks = check_shoes(Forged(evening.table.record.header, kept))
    assert any(check.verdict is Verdict.WRONG for check in checks)


def test_a_client_that_disappears_is_left_out_and_comes_back_with_another_tip() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.silent.add("Q")
    evening.shuffle()
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ("P",)
    evening.chains["Q"] = chain_of("Q again")
    evening.silent.clear()
    evening.bring_tips("Q")
    evening.play(60)
    assert evening.at.facts_of(Shuffled)[-1].seeded_by == ("P", "Q")


def test_with_nobody_left_the_house_shuffles_alone_and_says_so() -> None:
    evening = Evening(players="P")
    evening.bring_tips()
    evening.silent.add("P")
    evening.shuffle()
    assert not evening.at.facts_of(Shuffled)
    evening.dealer.alone = True
    evening.shuffle()
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ()


# --- an old link comes again


def test_an_old_link_opens_no_later_shuffle() -> None:
    evening = Evening(players="P")
    evening.bring_tips()
    evening.play(60)
    old = evening.at.facts_of(LinkOpened)[0].link
    while evening.table.seeding.awaited is None:
        evening.play(1)
        evening.dealer.prepare()
    refused = evening.at.refused(OpenLink(player="P", link=old), player("P"))
    assert "does not hash" in refused.reason


def test_somebody_elses_tip_cannot_be_brought_as_ones_own() -> None:
    evening = Evening(players="P thief")
    evening.bring_tips("P")
    copied = BringTip(player="thief", tip=evening.chains["P"].tip)
    assert "already" in evening.at.refused(copied, player("thief")).reason


@pytest.mark.parametrize("role", [Role.DEALER, Role.OPERATOR])
def test_the_house_brings_no_tip_and_opens_no_link_in_a_players_name(role: Role) -> None:
    """Who brings the tip knows the links, and would choose the player's part as well."""
    evening = Evening(players="P")
    house, own = Person("staff", role), chain_of("the house")
    refused = evening.at.refused(BringTip(player="P", tip=own.tip), house)
    assert "somebody else's name" in refused.reason
    evening.bring_tips()
    evening.dealer.prepare()
    link = evening.chains["P"].link(evening.chains["P"].tip)
    assert link is not None
    refused = evening.at.refused(OpenLink(player="P", link=link), house)
    assert "somebody else's name" in refused.reason


# --- the house withholds a secret


def test_control_a_withheld_secret_of_the_old_commitment_is_not_held_against_the_house() -> None:
    evening = Evening(joint=False)
    evening.play(1)
    (check,) = check_shoes(evening.table.record, now=NOW + 1000 * HOUR)
    assert check.verdict is Verdict.NOT_REVEALED
    assert check.fair


def test_a_secret_that_is_withheld_fails_after_an_hour() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(1)
    evening.close()
    kept = [e for e in evening.table.record.entries if not isinstance(e.command, Reveal)]
    withheld = Forged(evening.table.record.header, kept)
    (check,) = check_shoes(withheld, now=evening.at.now + HOUR)
    assert check.fair  # there is still time
    (check,) = check_shoes(withheld, now=evening.at.now + HOUR + 1)
    assert (check.verdict, check.fair) == (Verdict.WITHHELD, False)


def test_a_shoe_in_use_is_not_withheld_however_long_it_lasts() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(1)
    (check,) = check_shoes(evening.table.record, now=NOW + 1000 * HOUR)
    assert check.verdict is Verdict.NOT_REVEALED


# --- links and lists are exchanged


@pytest.mark.parametrize("what", ["link", "list"])
def test_what_players_brought_cannot_be_exchanged_afterwards(what: str) -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(1)
    evening.close()
    entries = list(evening.table.record.entries)
    for at, entry in enumerate(entries):
        for place, fact in enumerate(entry.facts):
            changed: LinkOpened | Shuffled | None = None
            if what == "link" and isinstance(fact, LinkOpened):
                changed = msgspec.structs.replace(fact, link="0" * 64)
            if what == "list" and isinstance(fact, Shuffled):
                changed = msgspec.structs.replace(fact, seeded_by=("P",))
            if changed is not None:
                facts = (*entry.facts[:place], changed, *entry.facts[place + 1 :])
                entries[at] = msgspec.structs.replace(entry, facts=facts)
    (check,) = check_shoes(Forged(evening.table.record.header, entries))
    assert check.verdict is Verdict.WRONG


def test_a_record_of_voids_and_redraws_replays() -> None:
    evening = Evening(players="P Q friend")
    evening.bring_tips()
    evening.silent.add("friend")
    evening.play(30)
    evening.close()
    again = replay(evening.table.record.lines)
    assert again.same
    assert again.table.seeding.void == 1


def test_a_chain_that_was_used_up_does_not_come_again() -> None:
    """What opens its tips is in the record; neither its tip nor any link of it is taken again."""
    evening = Evening(players="P")
    evening.chains["P"] = chain_of("short", 2)
    evening.bring_tips()
    evening.shuffle()
    evening.at.do(NewCards(checked_by_dealer="d", checked_by_supervisor="s"), SUPERVISOR)
    evening.shuffle()
    used = [evening.chains["P"].tip, *(fact.link for fact in evening.at.facts_of(LinkOpened))]
    assert len(used) == 3
    assert evening.chains["P"].link(used[-1]) is None
    for tip in used:
        again = evening.at.refused(BringTip(player="P", tip=tip), player("P"))
        assert "another chain" in again.reason
    evening.chains["P"] = chain_of("another")
    evening.bring_tips()


def test_a_root_is_not_published_twice() -> None:
    evening = Evening(players="P", entropy=lambda: b"s" * 32)
    evening.bring_tips()
    evening.dealer.prepare()
    root = evening.table.seeding.awaited
    assert root is not None
    evening.open_links()
    evening.shuffle()
    evening.at.do(NewCards(checked_by_dealer="d", checked_by_supervisor="s"), SUPERVISOR)
    again = CommitShuffle(root=root.root, of=root.committed.of)
    assert "before" in evening.at.refused(again, DEALER).reason


# --- the house gives up what it does not like


def test_a_house_that_gives_a_shuffle_up_with_a_reason_is_seen_and_nobody_new_joins() -> None:
    evening = Evening(players="P friend")
    evening.bring_tips("P")
    for _ in range(3):
        evening.dealer.prepare()
        evening.open_links()
        evening.dealer.void("the dealer dropped the shoe")
    evening.bring_tips("friend")
    evening.shuffle()
    assert evening.table.seeding.void == 3
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ("P",)
    told = TableEvents("").take
    events = [event for entry in evening.table.record.entries for event in told(entry, 10**9)]
    void = [event for event in events if event.what == "a joint shuffle is void"]
    assert [event.detail for event in void] == ["the dealer dropped the shoe"] * 3


# --- a friend of the house cuts, and is told the order


def best_cut(stack: tuple[Card, ...]) -> int:
    places = range(52, len(stack) - 51)
    return max(places, key=lambda at: low_cards_first(stack[at:] + stack[:at]))


def stack_by(evening: Evening, secret: bytes, links: tuple[str, ...]) -> tuple[Card, ...]:
    """The order, as far as the house can work it out from the links that it knows."""
    joint = evening.table.seeding.awaited
    assert joint is not None
    laid = joint.committed.laid(secret, PACK)
    assert laid is not None
    return order(laid, PACK, seed(joint.committed.bound_to, joint.root, links))


def friend_who_cuts(n: int = 0) -> tuple[Evening, bytes]:
    """A table at which the friend is the first to come, and is offered the cut."""
    secret = Random(n).randbytes(32)
    evening = Evening(players="friend P", decks=6, entropy=lambda: secret)
    evening.chains["P"] = chain_of(f"player {n}")
    evening.bring_tips()
    return evening, secret


def test_control_a_friend_who_cuts_when_the_links_are_open_has_the_cards_as_they_like() -> None:
    """As it was before the cut came first, and as a house that does not bind it still could."""
    evening, secret = friend_who_cuts()
    bound = commit_to("table", 1, secret, PACK, whole=True, machine=False)
    evening.at.do(CommitShuffle(root=bound.root, of=bound.of), DEALER)
    evening.open_links()
    joint = evening.table.seeding.awaited
    assert joint is not None
    stack = stack_by(evening, secret, joint.links)
    at = best_cut(stack)
    evening.at.do(Shuffle(commitment=bound.root), DEALER)
    evening.at.do(Cut(player="friend", at=at), player("friend"))
    assert low_cards_first(stack[at:] + stack[:at]) >= 17
    (check,) = check_shoes(evening.table.record)
    assert check.fair  # and yet chosen: all that shows is that the cut came last
    assert check.joint is not None
    assert check.joint.cut is None


def test_a_friend_who_cuts_first_gains_nothing() -> None:
    """The best cut by all that the house knows; the link that it does not know decides."""
    came = []
    for n in range(40):
        evening, secret = friend_who_cuts(n)
        evening.dealer = Dealer(
            evening.table, lambda secret=secret: secret, joint=True, ask_cut=None,  # type: ignore[misc]
            clock=lambda at=evening.at: at.now,  # type: ignore[misc]
        )  # fmt: skip
        evening.dealer.prepare()
        friend = evening.chains["friend"]
        own = friend.link(friend.tip)
        assert own is not None
        at = best_cut(stack_by(evening, secret, (own,)))
        evening.at.do(Cut(player="friend", at=at), player("friend"))
        evening.shuffle()
        loaded = evening.dealer.state().shoe
        assert isinstance(loaded, CardShoeState)
        came.append(low_cards_first(parse_cards(loaded.order)))
    # 11.5 are to be expected; the mean of forty has a standard deviation of 0.4
    assert 10 < sum(came) / len(came) < 13


def test_nobody_cuts_after_a_link_is_open_and_nobody_opens_one_before_the_cut() -> None:
    evening, _ = friend_who_cuts()
    evening.dealer = Dealer(
        evening.table, lambda: b"s" * 32, joint=True, ask_cut=None, clock=lambda: evening.at.now
    )
    evening.dealer.prepare()
    joint = evening.table.seeding.awaited
    assert joint is not None
    link = evening.chains["P"].link(evening.chains["P"].tip)
    assert link is not None
    early = evening.at.refused(OpenLink(player="P", link=link), player("P"))
    assert "before anybody opens" in early.reason
    assert "not cut yet" in evening.at.refused(Shuffle(commitment=joint.root), DEALER).reason
    evening.at.do(Cut(player="friend", at=100), player("friend"))
    again = Cut(player="friend", at=101)
    evening.at.refused(again, player("friend"))
    evening.open_links()
    evening.at.refused(again, player("friend"))
    evening.dealer.prepare()
    evening.at.refused(again, player("friend"))
    assert evening.at.facts_of(CutMade)[0].at == evening.table.shoe.cut_at == 100


@pytest.mark.parametrize("forgery", ["moved", "later", "again", "dropped"])
def test_a_cut_that_was_put_elsewhere_in_the_record_is_found(forgery: str) -> None:
    """Another place, a line after the links, a second one, or none at all."""
    evening, _ = friend_who_cuts()
    evening.play(1)
    evening.close()
    entries = list(evening.table.record.entries)
    assert all(check.fair for check in check_shoes(Forged(evening.table.record.header, entries)))
    (at,) = [n for n, e in enumerate(entries) if any(isinstance(f, CutMade) for f in e.facts)]
    cut = entries[at]
    shuffled = next(
        n for n, e in enumerate(entries) if any(isinstance(f, Shuffled) for f in e.facts)
    )
    if forgery == "moved":
        (made,) = [fact for fact in cut.facts if isinstance(fact, CutMade)]
        other = msgspec.structs.replace(made, at=made.at + 1)
        entries[at] = msgspec.structs.replace(cut, facts=(other,))
    elif forgery == "later":
        entries.insert(shuffled, entries.pop(at))
    elif forgery == "again":
        entries.insert(shuffled + 1, cut)
    else:
        del entries[at]
    checks = check_shoes(Forged(evening.table.record.header, entries))
    assert any(check.verdict is Verdict.WRONG for check in checks)


def test_after_a_void_shuffle_the_cut_is_offered_anew() -> None:
    evening = Evening(players="P friend")
    evening.bring_tips()
    evening.silent.add("friend")
    evening.shuffle()
    assert len(evening.at.facts_of(CutMade)) == 2
    assert evening.table.shoe.ready
    evening.close()
    assert replay(evening.table.record.lines).same


def test_cards_that_are_put_aside_before_the_cut_are_not_waited_for() -> None:
    """Their shuffle is void, and another one is cut and made."""
    evening, _ = friend_who_cuts()
    evening.dealer = Dealer(
        evening.table, lambda: evening.chance.randbytes(32), joint=True, ask_cut=None,
        clock=lambda: evening.at.now,
    )  # fmt: skip
    evening.dealer.prepare()
    evening.at.do(NewCards(checked_by_dealer="d", checked_by_supervisor="s"), SUPERVISOR)
    evening.dealer.prepare()
    (void,) = evening.at.facts_of(ShuffleVoided)
    assert "before they were cut" in void.reason
    assert evening.table.shoe.offer.player is not None
    evening.at.do(Cut(player=evening.table.shoe.offer.player, at=60), SUPERVISOR)
    evening.shuffle()
    assert evening.table.shoe.ready
