// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FeeSplit} from "../src/FeeSplit.sol";
import {FeeSplitFactory} from "../src/FeeSplitFactory.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";

/// @notice Remembers how much gas it had when it was paid last.
contract GasMeter {
    uint256 public seen = 1;

    receive() external payable {
        seen = gasleft();
    }
}

contract FeeSplitTest is LaunchpadTest {
    FeeSplitFactory private factory;

    function setUp() public override {
        super.setUp();
        bytes memory code = vm.getCode("FeeSplitFactory.sol:FeeSplitFactory");
        factory = FeeSplitFactory(create(bytes.concat(code, abi.encode(address(pad)))));
    }

    /// @dev Two accounts in ascending order, with 30% and 70%.
    function two(address a, address b) private pure returns (address[] memory accounts, uint16[] memory bps) {
        accounts = new address[](2);
        bps = new uint16[](2);
        (accounts[0], accounts[1]) = a < b ? (a, b) : (b, a);
        (bps[0], bps[1]) = (3_000, 7_000);
    }

    function many(uint256 count) private pure returns (address[] memory accounts, uint16[] memory bps) {
        accounts = new address[](count);
        bps = new uint16[](count);
        for (uint256 i; i < count; ++i) (accounts[i], bps[i]) = (address(uint160(0x1000 + i)), uint16(10_000 / count));
        if (count != 0) bps[0] += uint16(10_000 % count);
    }

    function splitOf(address account) private returns (FeeSplit) {
        (address[] memory accounts, uint16[] memory bps) = many(1);
        accounts[0] = account;
        return FeeSplit(payable(factory.createFeeSplit(accounts, bps)));
    }

    function splitOf(address a, address b) private returns (FeeSplit) {
        (address[] memory accounts, uint16[] memory bps) = two(a, b);
        return FeeSplit(payable(factory.createFeeSplit(accounts, bps)));
    }

    /* FACTORY */

    function test_createFeeSplit_isAnnouncedAndHasItsSharesInItsCode() external {
        (address[] memory accounts, uint16[] memory bps) = two(alice, bob);
        address predicted = factory.predictFeeSplit(accounts, bps);
        vm.expectEmit(address(factory));
        emit FeeSplitFactory.FeeSplitCreated(predicted, accounts, bps);
        FeeSplit split = FeeSplit(payable(factory.createFeeSplit(accounts, bps)));
        assertEq(address(split), predicted, "address");
        (address[] memory readAccounts, uint16[] memory readBps) = split.shares();
        assertEq(keccak256(abi.encode(readAccounts, readBps)), keccak256(abi.encode(accounts, bps)), "shares");
        assertEq(address(split.launchpad()), address(pad), "launchpad");
        assertEq(address(factory.launchpad()), address(pad), "launchpad of the factory");
    }

    function test_createFeeSplit_ofTheSameSharesIsTheSameSplit() external {
        FeeSplit split = splitOf(alice, bob);
        vm.recordLogs();
        assertEq(address(splitOf(bob, alice)), address(split), "same");
        assertEq(vm.getRecordedLogs().length, 0, "nothing new");
        (address[] memory accounts, uint16[] memory bps) = two(alice, bob);
        (bps[0], bps[1]) = (bps[1], bps[0]);
        assertTrue(factory.createFeeSplit(accounts, bps) != address(split), "other shares");
    }

    function test_createFeeSplit_takesOneToTenAccounts() external {
        for (uint256 count = 1; count <= 10; ++count) {
            (address[] memory some, uint16[] memory theirs) = many(count);
            (address[] memory kept, ) = FeeSplit(payable(factory.createFeeSplit(some, theirs))).shares();
            assertEq(kept.length, count, "accounts");
        }
        for (uint256 count; count <= 11; count += 11) {
            (address[] memory some, uint16[] memory theirs) = many(count);
            vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.AccountCount.selector, count, count, 10));
            factory.createFeeSplit(some, theirs);
        }
        (address[] memory accounts, ) = many(3);
        (, uint16[] memory bps) = many(2);
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.AccountCount.selector, 3, 2, 10));
        factory.predictFeeSplit(accounts, bps);
    }

    function test_createFeeSplit_refusesAccountsThatCannotBePaid() external {
        (address[] memory accounts, uint16[] memory bps) = two(alice, bob);
        (accounts[0], accounts[1]) = (accounts[1], accounts[0]);
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.InvalidAccount.selector, 1, accounts[1]));
        factory.createFeeSplit(accounts, bps);
        accounts[1] = accounts[0];
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.InvalidAccount.selector, 1, accounts[1]));
        factory.createFeeSplit(accounts, bps);
        accounts[0] = address(0);
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.InvalidAccount.selector, 0, address(0)));
        factory.createFeeSplit(accounts, bps);
        (accounts, bps) = two(address(pad), address(1));
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.InvalidAccount.selector, 1, address(pad)));
        factory.createFeeSplit(accounts, bps);
    }

    function test_createFeeSplit_refusesSharesThatDoNotAddUp() external {
        (address[] memory accounts, uint16[] memory bps) = two(alice, bob);
        bps[0] = 2_999;
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.ShareSum.selector, 9_999));
        factory.createFeeSplit(accounts, bps);
        (bps[0], bps[1]) = (0, 10_000);
        vm.expectRevert(abi.encodeWithSelector(FeeSplitFactory.InvalidShare.selector, 0));
        factory.createFeeSplit(accounts, bps);
    }

    /* CLAIMS */

    /// @dev Named as fee holder before it exists, created later, claimed by a stranger.
    function test_fuzz_claim_dividesTheCreatorsEth(uint256 value) external {
        (address[] memory accounts, uint16[] memory bps) = two(alice, bob);
        address predicted = factory.predictFeeSplit(accounts, bps);
        address token = launchWith(withTerms(predicted, 0, 0), bound(value, 1e6, 2 ether));
        FeeSplit split = splitOf(alice, bob);
        uint256 fees = pad.curve(token).creatorFees;
        (uint256 first, uint256 second) = (accounts[0].balance, accounts[1].balance);
        vm.expectEmit(address(split));
        emit FeeSplit.EthDivided(fees);
        vm.prank(address(0x57A6));
        split.claim(token);
        assertEq(accounts[0].balance - first, (fees * 3_000) / 10_000, "30%");
        assertEq(accounts[1].balance - second, (fees * 7_000) / 10_000, "70%");
        assertLe(address(split).balance, 1, "what cannot be divided stays");
        assertEq(split.totalOwed(), 0, "no one is owed");
    }

    function test_claim_dividesThePoolsTokensToo() external {
        FeeSplit split = splitOf(alice, bob);
        address token = launchWith(withTerms(address(split), 0, 0), 0);
        uint256 bought = buy(creator, token, 3 ether);
        vm.prank(creator);
        LaunchToken(token).transfer(address(pool), bought / 2);
        pool.swap(pad.poolKey(token), false, bought / 2);
        (, uint256 tokenAmount) = pad.uncollectedPoolFees(token);
        split.claim(token);
        (address[] memory accounts, ) = split.shares();
        assertEq(balance(token, accounts[0]), ((tokenAmount / 2) * 3_000) / 10_000, "30%");
        assertEq(balance(token, accounts[1]), ((tokenAmount / 2) * 7_000) / 10_000, "70%");
    }

    function test_claim_ofNothingPaysNothing() external {
        FeeSplit split = splitOf(alice, bob);
        address token = launchWith(withTerms(address(split), 0, 0), 0);
        split.claim(token);
        assertEq(address(split).balance, 0, "nothing");
    }

    function test_claim_revertsForATokenOfAnother() external {
        FeeSplit split = splitOf(alice, bob);
        address token = launch();
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotCreator.selector, address(split), creator));
        split.claim(token);
    }

    function test_divideTokens_dividesWhatALockReleased() external {
        FeeSplit split = splitOf(alice, bob);
        address token = launchWith(withTerms(address(split), 0, 10), 1 ether);
        vm.warp(block.timestamp + 10 days);
        pad.releaseLock(token);
        vm.expectEmit(address(split));
        emit FeeSplit.TokensDivided(token, firstBuy(1 ether));
        split.divideTokens(token);
        (address[] memory accounts, ) = split.shares();
        assertEq(balance(token, accounts[0]), (firstBuy(1 ether) * 3_000) / 10_000, "30%");
        assertEq(balance(token, accounts[1]), (firstBuy(1 ether) * 7_000) / 10_000, "70%");
        assertLe(balance(token, address(split)), 1, "rest");
    }

    function test_divide_revertsWhenThereIsNothing() external {
        FeeSplit split = splitOf(alice, bob);
        address token = launch();
        vm.expectRevert(abi.encodeWithSelector(FeeSplit.NothingToPay.selector));
        split.divideEth();
        vm.expectRevert(abi.encodeWithSelector(FeeSplit.NothingToPay.selector));
        split.divideTokens(token);
        vm.expectRevert(abi.encodeWithSelector(FeeSplit.NothingToPay.selector));
        split.withdraw(alice, alice);
    }

    function test_acceptCreator_takesOverARightThatWasOffered() external {
        FeeSplit split = splitOf(alice, bob);
        address token = launch();
        buy(creator, token, 1 ether);
        vm.prank(creator);
        pad.transferCreator(token, address(split));
        split.acceptCreator(token);
        assertEq(pad.curve(token).creator, address(split), "holder");
        uint256 funds = alice.balance + bob.balance;
        split.claim(token);
        assertEq(alice.balance + bob.balance - funds, 0.005 ether, "paid");
    }

    /// @dev A split that is an account of another is paid like any account, and divides what it got.
    function test_divideEth_ofASplitWithinASplit() external {
        FeeSplit inner = splitOf(alice, bob);
        FeeSplit outer = splitOf(address(inner), address(0xCAFE));
        vm.deal(address(outer), 1 ether);
        outer.divideEth();
        uint256 got = address(inner).balance;
        assertTrue(got == 0.3 ether || got == 0.7 ether, "paid");
        inner.divideEth();
        assertEq(address(inner).balance, 0, "divided");
    }

    /* RECEIVERS THAT REFUSE */

    function test_owed_whoRefusesIsOwedAndStopsNobody() external {
        for (uint256 mood = 1; mood < 3; ++mood) {
            Receiver enemy = new Receiver();
            enemy.set(Receiver.Mood(mood));
            FeeSplit split = splitOf(address(enemy), alice);
            vm.deal(address(split), 1 ether);
            (address[] memory accounts, ) = split.shares();
            uint256 due = accounts[0] == address(enemy) ? 0.3 ether : 0.7 ether;
            uint256 funds = alice.balance;
            vm.expectEmit(address(split));
            emit FeeSplit.Owed(address(enemy), due);
            split.divideEth{gas: 2_000_000}();
            assertEq(alice.balance - funds, 1 ether - due, "the other is paid");
            assertEq(split.owed(address(enemy)), due, "owed");
            assertEq(split.totalOwed(), due, "in all");
            vm.expectRevert(abi.encodeWithSelector(FeeSplit.NothingToPay.selector));
            split.divideEth();
        }
    }

    /// @dev What one is owed is not divided again, by however many later payments.
    function test_fuzz_owed_addsUpAndIsPaidOnce(uint256[5] calldata amounts) external {
        Receiver enemy = new Receiver();
        enemy.set(Receiver.Mood.Refuse);
        FeeSplit split = splitOf(address(enemy), alice);
        uint256 sum;
        for (uint256 i; i < amounts.length; ++i) {
            uint256 amount = bound(amounts[i], 10_000, 10 ether);
            vm.deal(address(split), address(split).balance + amount);
            split.divideEth();
            sum += amount;
            assertGe(address(split).balance, split.totalOwed(), "covered");
            assertLe(address(split).balance - split.totalOwed(), 2, "all but the rest is divided");
        }
        uint256 due = split.owed(address(enemy));
        vm.expectPartialRevert(FeeSplit.EthTransferFailed.selector);
        split.withdraw(address(enemy), address(enemy));
        vm.expectRevert(abi.encodeWithSelector(FeeSplit.NotAccount.selector, bob, address(enemy)));
        vm.prank(bob);
        split.withdraw(address(enemy), bob);
        uint256 funds = bob.balance;
        vm.expectEmit(address(split));
        emit FeeSplit.Withdrawn(address(enemy), bob, due);
        enemy.run(address(split), 0, abi.encodeCall(split.withdraw, (address(enemy), bob)));
        assertEq(bob.balance - funds, due, "to whom it wants");
        assertTrue(split.owed(address(enemy)) == 0 && split.totalOwed() == 0, "paid");
        assertLe(address(split).balance, 2, "nothing left");
    }

    function test_withdraw_anyoneMayHaveAnAccountPaid() external {
        Receiver late = new Receiver();
        late.set(Receiver.Mood.Refuse);
        FeeSplit split = splitOf(address(late), alice);
        vm.deal(address(split), 1 ether);
        split.divideEth();
        late.set(Receiver.Mood.Accept);
        uint256 due = split.owed(address(late));
        vm.prank(bob);
        assertEq(split.withdraw(address(late), address(late)), due, "paid");
        assertEq(address(late).balance, due, "received");
    }

    /* ATTACKS */

    function test_attack_reentrancyIntoEveryFunction() external {
        FeeSplit split;
        address token = launch();
        bytes[5] memory entries = [
            abi.encodeCall(split.claim, (token)),
            abi.encodeCall(split.divideEth, ()),
            abi.encodeCall(split.divideTokens, (token)),
            abi.encodeCall(split.withdraw, (alice, alice)),
            abi.encodeCall(split.acceptCreator, (token))
        ];
        for (uint256 i; i < entries.length; ++i) {
            Receiver enemy = new Receiver();
            split = splitOf(address(enemy), alice);
            enemy.reenter(address(split), entries[i]);
            vm.deal(address(split), 1 ether);
            split.divideEth();
            assertTrue(!enemy.succeeded(), "reentered");
            assertEq(selectorOf(enemy.answer()), FeeSplit.Reentrancy.selector, "error");
            assertEq(address(split).balance, 0, "divided once");
        }
    }

    /// @dev Too little gas to pay an account does not turn its share into a debt.
    function test_attack_littleGasMakesNobodyACreditor() external {
        Receiver honest = new Receiver();
        FeeSplit split = splitOf(address(honest), alice);
        vm.deal(address(split), 1 ether);
        for (uint256 gas_ = 60_000; gas_ < 320_000; gas_ += 10_000) {
            try split.divideEth{gas: gas_}() {
                break;
            } catch {}
        }
        assertEq(split.totalOwed(), 0, "no one is owed");
    }

    /// @dev One account that burns all its gas leaves enough of 250,000 to be credited.
    function test_divideEth_ofOneAccountTakesNoGasForAnother() external {
        Receiver enemy = new Receiver();
        enemy.set(Receiver.Mood.BurnGas);
        FeeSplit split = splitOf(address(enemy));
        vm.deal(address(split), 1 ether);
        split.divideEth{gas: 250_000}();
        assertEq(split.owed(address(enemy)), 1 ether, "owed");
    }

    /// @dev An account gets exactly this much gas, however much the caller sends.
    function test_divideEth_givesEachAccountOneHundredThousandGas() external {
        GasMeter meter = new GasMeter();
        FeeSplit split = splitOf(address(meter));
        vm.deal(address(this), 1 ether);
        (bool success, ) = address(meter).call{value: 1, gas: 100_000}("");
        assertTrue(success, "paid");
        uint256 expected = meter.seen();
        vm.deal(address(split), 1 ether);
        split.divideEth{gas: 2_000_000}();
        assertEq(meter.seen(), expected, "gas");
        assertEq(address(meter).balance, 1 ether + 1, "paid twice");
    }

    /// @dev The implementation behind the clones holds nothing and can be made to hold nothing of theirs.
    function test_attack_theImplementationIsNobodysSplit() external {
        FeeSplit bare = FeeSplit(payable(factory.implementation()));
        address token = launch();
        vm.expectPartialRevert(ILaunchpad.NotCreator.selector);
        bare.claim(token);
        FeeSplit split = splitOf(alice, bob);
        vm.deal(address(split), 1 ether);
        vm.expectRevert();
        bare.divideEth();
        assertEq(address(split).balance, 1 ether, "untouched");
    }

    /// @dev No function passes the right on or changes a share: the code has none that calls `transferCreator`.
    function test_attack_theRightCannotLeave() external view {
        bytes memory code = factory.implementation().code;
        bytes4 selector = ILaunchpad.transferCreator.selector;
        for (uint256 i; i + 4 <= code.length; ++i) {
            bytes4 word = bytes4(bytes.concat(code[i], code[i + 1], code[i + 2], code[i + 3]));
            assertTrue(word != selector, "transferCreator");
        }
    }
}
