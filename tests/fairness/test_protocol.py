"""A joint shuffle at a table: bound on both sides, proved card by card, told when it is done."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.fairness.support import Evening, Forged, chain_of
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import DECK, Card
from croupier.commitment import Chain, opens_tip, tip_of
from croupier.shoe import Committed, Laid, Proof, commit_to, order, positions, proves
from croupier.table.acts.burn_and_reveal import Reveal
from croupier.table.acts.dealing import Deal
from croupier.table.acts.seeding import BringTip, CommitShuffle, OpenLink, VoidShuffle
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.shuffling_machine import LoadMachine, MachineFailed
from croupier.table.facts import LinkOpened, ShuffleCommitted, Shuffled, ShuffleVoided
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table_replay import replay

SECRET = bytes(range(32))


# --- chains and trees


def test_a_link_opens_its_tip_and_is_the_next_tip() -> None:
    chain = Chain(SECRET, 3)
    first = chain.link(chain.tip)
    assert first is not None
    assert opens_tip(chain.tip, first)
    second = chain.link(first)
    assert second is not None
    assert tip_of(second) == first
    assert not opens_tip(chain.tip, second)
    assert chain.link(SECRET.hex()) is None  # it is used up
    assert chain.link("0" * 64) is None  # it is none of its tips


@pytest.mark.parametrize("cards", [1, 2, 3, 5, 52, 104, 416])
def test_every_card_proves_itself_and_no_other(cards: int) -> None:
    pack = (DECK * 8)[:cards]
    bound = commit_to("bj", 1, SECRET, pack, whole=True, machine=False)
    laid = bound.laid(SECRET, pack)
    assert laid is not None
    assert Counter(laid.cards) == Counter(map(str, pack))
    for j, card in enumerate(laid.cards):
        proof = laid.prove(j)
        assert proves(bound.root, bound.bound_to, cards, card, proof)
        other = "AS" if card != "AS" else "2S"
        assert not proves(bound.root, bound.bound_to, cards, other, proof)
        elsewhere = proof._replace(position=(j + 1) % (cards + 1))
        assert not proves(bound.root, bound.bound_to, cards, card, elsewhere)
    longer = laid.prove(0)._replace(path=(*laid.prove(0).path, "0" * 64))
    assert not proves(bound.root, bound.bound_to, cards, laid.cards[0], longer)
    assert not proves(bound.root, bound.bound_to, cards, "AS", Proof(0, "x", ()))


def test_the_house_is_bound_to_the_record_the_number_and_the_pack() -> None:
    bound = commit_to("bj", 1, SECRET, DECK, whole=True, machine=False)
    assert bound.laid(SECRET, DECK) is not None
    assert bound.laid(bytes(32), DECK) is None
    assert bound.laid(SECRET, DECK[::-1]) is None
    for other in (
        Committed("uth", 1, bound.root, bound.of),
        Committed("bj", 2, bound.root, bound.of),
    ):
        assert other.laid(SECRET, DECK) is None


def test_cards_that_nobody_saw_cannot_be_guessed_from_the_hash_of_the_pack() -> None:
    known = commit_to("bj", 1, SECRET, DECK[:5], whole=True, machine=False)
    unseen = commit_to("bj", 1, SECRET, DECK[:5], whole=False, machine=False)
    assert known.of == commit_to("bj", 1, bytes(32), DECK[:5], whole=True, machine=False).of
    assert unseen.of != commit_to("bj", 1, bytes(32), DECK[:5], whole=False, machine=False).of
    assert unseen.laid(SECRET, DECK[:5]) is not None


def test_every_position_is_as_likely_for_whoever_is_honest() -> None:
    """The first card, over 5,200 seeds: each position within five standard deviations of 100."""
    first = Counter(positions(n.to_bytes(32, "big"), 52)[0] for n in range(5_200))
    assert all(abs(first[place] - 100) < 50 for place in range(52))


# --- at a table


def test_a_shuffle_waits_for_a_contributor_and_for_every_link() -> None:
    evening = Evening()
    evening.dealer.prepare()
    assert evening.table.seeding.awaited is None  # nobody takes part yet
    evening.bring_tips()
    evening.dealer.prepare()
    (bound,) = evening.at.facts_of(ShuffleCommitted)
    assert [player for player, _ in bound.tips] == ["P", "Q"]
    evening.silent.add("Q")
    evening.open_links()
    evening.dealer.prepare()
    assert not evening.at.facts_of(Shuffled)
    evening.silent.clear()
    evening.shuffle()
    (shuffled,) = evening.at.facts_of(Shuffled)
    assert (shuffled.commitment, shuffled.seeded_by) == (bound.root, ("P", "Q"))


def test_a_house_that_shuffles_alone_says_so() -> None:
    evening = Evening()
    evening.dealer.alone = True
    evening.shuffle()
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ()
    assert check_shoes(evening.table.record)[0].seeded == "committed, not player-seeded"


@pytest.mark.parametrize("options", [{}, {"device": "shuffler"}])
def test_a_whole_evening_proves_itself_and_replays(options: dict[str, Any]) -> None:
    evening = Evening(**options)
    evening.bring_tips()
    evening.play(40)
    evening.close()
    checks = check_shoes(evening.table.record)
    assert {check.verdict for check in checks} == {Verdict.PROVED}
    assert {check.seeded for check in checks} == {"seeded by P, Q"}
    again = replay(evening.table.record.lines)
    assert again.same
    assert again.table.seeding == evening.table.seeding
    assert not again.table.seeding.unrevealed


def test_a_card_that_came_otherwise_is_found() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(3)
    evening.close()
    entries = list(evening.table.record.entries)
    at = next(n for n, entry in enumerate(entries) if isinstance(entry.command, Deal))
    deal = entries[at].command
    assert isinstance(deal, Deal)
    other = Card("AS") if deal.card is not Card("AS") else Card("2S")
    forged = msgspec.structs.replace(deal, card=other)
    entries[at] = msgspec.structs.replace(entries[at], command=forged)
    (check,) = check_shoes(Forged(evening.table.record.header, entries))
    assert check.verdict is Verdict.WRONG


def test_a_dealer_who_takes_over_goes_on_with_the_same_shuffle() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.dealer.prepare()
    state = evening.dealer.state()
    bound = evening.table.seeding.awaited
    evening.dealer = Evening(seed=9).dealer
    evening.dealer.table = evening.table
    evening.dealer.resume(state)
    evening.shuffle()
    assert bound is not None
    assert evening.at.facts_of(Shuffled)[0].commitment == bound.root


def test_a_house_that_has_lost_the_secret_says_so_and_draws_anew() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.dealer.prepare()
    evening.dealer.resume(Evening().dealer.state())
    evening.shuffle()
    assert "does not hold its secret" in evening.at.facts_of(ShuffleVoided)[0].reason
    assert evening.at.facts_of(Shuffled)


def test_discards_shuffled_in_mid_round_and_a_broken_machine_are_joint_shuffles_too() -> None:
    evening = Evening(decks=6, device="shuffler")
    evening.bring_tips()
    evening.shuffle()
    evening.at.bet("P", 1, 10)
    evening.at.no_more_bets()
    evening.dealer.step()
    evening.at.do(MachineFailed(fault="it stopped"), SUPERVISOR)
    evening.dealer.deal()
    evening.shuffle()
    shuffled = evening.at.facts_of(Shuffled)
    assert [fact.seeded_by for fact in shuffled] == [("P", "Q")] * 2
    assert shuffled[1].cards < shuffled[0].cards


def test_the_house_cannot_shuffle_by_anything_else_than_what_it_is_bound_to() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.dealer.prepare()
    assert "bound" in evening.at.refused(Shuffle(commitment="0" * 64), DEALER).reason
    assert "bound" in evening.at.refused(CommitShuffle(root="1" * 64, of="2" * 64), DEALER).reason
    bound = evening.table.seeding.awaited
    assert bound is not None
    assert "no link" in evening.at.refused(Shuffle(commitment=bound.root), DEALER).reason


# --- what is refused


def test_tips_and_links_that_are_refused() -> None:
    evening = Evening()
    assert "64" in evening.at.refused(BringTip(player="P", tip="x"), player("P")).reason
    assert "not at" in evening.at.refused(BringTip(player="Z", tip="0" * 64), player("Z")).reason
    evening.bring_tips()
    tip = evening.chains["P"].tip
    assert "already" in evening.at.refused(BringTip(player="Q", tip=tip), player("Q")).reason
    link = evening.chains["P"].link(tip)
    assert link is not None
    assert (
        "nothing waits" in evening.at.refused(OpenLink(player="P", link=link), player("P")).reason
    )
    evening.dealer.prepare()
    wrong = OpenLink(player="P", link="0" * 64)
    assert "hash" in evening.at.refused(wrong, player("P")).reason
    evening.at.do(OpenLink(player="P", link=link), player("P"))
    assert "has opened" in evening.at.refused(OpenLink(player="P", link=link), player("P")).reason
    assert "still has time" in evening.at.refused(VoidShuffle(), DEALER).reason


def test_who_comes_after_the_root_takes_part_from_the_next_shuffle_on() -> None:
    evening = Evening(players="P Q R")
    evening.bring_tips("P", "Q")
    evening.dealer.prepare()
    evening.bring_tips("R")
    link = evening.chains["R"].link(evening.chains["R"].tip)
    assert link is not None
    assert (
        "from the next" in evening.at.refused(OpenLink(player="R", link=link), player("R")).reason
    )
    evening.shuffle()
    assert evening.at.facts_of(Shuffled)[0].seeded_by == ("P", "Q")


def test_a_secret_is_told_when_its_shoe_is_done_and_only_the_right_one() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.shuffle()
    root = evening.at.facts_of(Shuffled)[0].commitment
    assert root is not None
    early = Reveal(commitment=root, secret="00" * 32)
    assert "in use" in evening.at.refused(early, DEALER).reason
    evening.close()
    assert not evening.table.seeding.unrevealed


def test_every_link_stands_in_the_record() -> None:
    evening = Evening()
    evening.bring_tips()
    evening.play(1)
    opened = {fact.player: fact.link for fact in evening.at.facts_of(LinkOpened)}
    (bound,) = evening.at.facts_of(ShuffleCommitted)
    assert all(opens_tip(tip, opened[name]) for name, tip in bound.tips)
    assert chain_of("P").link(chain_of("P").tip) == opened["P"]


def test_the_order_is_what_the_house_laid_read_through_the_positions() -> None:
    bound = commit_to("bj", 1, SECRET, DECK, whole=True, machine=False)
    laid = Laid.pack(SECRET, bound.bound_to, DECK)
    stack = order(laid, DECK, bytes(32))
    assert [str(card) for card in stack] == [laid.cards[at] for at in positions(bytes(32), 52)]


def test_a_machine_is_loaded_only_by_what_the_house_is_bound_to() -> None:
    evening = Evening(device="shuffler")
    evening.bring_tips()
    evening.dealer.prepare()
    assert "bound" in evening.at.refused(LoadMachine(commitment="0" * 64), DEALER).reason
