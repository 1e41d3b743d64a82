// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";

/// @notice The locked first buy and the fee holder.
contract LaunchpadLockTest is LaunchpadTest {
    uint256 private constant START = 1_790_000_000;

    function locked(uint256 lockDays, uint256 value) private returns (address token) {
        return launchWith(withTerms(alice, 0, lockDays), value);
    }

    /* CREATION */

    function test_lock_needsAFirstBuy() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.LockWithoutBuy.selector));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withTerms(address(0), 0, 1));
    }

    /// @dev The specified formula for the minimum holds for a locked first buy, in an opening too.
    function test_fuzz_lock_theFirstBuyIsThePlainOne(uint256 value, bool hasOpening) external {
        value = bound(value, 1, FILL - 1);
        vm.prank(creator);
        address token = pad.createTokenWithOptions{value: value}(
            "Slipway Co",
            "SLIP",
            firstBuy(value),
            withTerms(address(0), hasOpening ? 60 : 0, 30)
        );
        assertEq(balance(token, token), firstBuy(value), "in the token's own hands");
        assertEq(balance(token, creator) + balance(token, BURNED), 0, "and no one else's");
        (uint256 endsAt, uint256 lockedTokens, uint256 released, uint256 releasable) = pad.lockOf(token);
        assertEq(endsAt, START + 30 days, "end");
        assertEq(lockedTokens, firstBuy(value), "locked");
        assertEq(released + releasable, 0, "nothing yet");
    }

    /// @dev A short lock would only delay the gain of a sniper: it is surcharged like any buy of the first second.
    function test_fuzz_lock_ofLessThanThirtyDaysPaysTheSurcharge(uint256 value, uint256 lockDays) external {
        value = bound(value, 10_000, FILL - 1);
        lockDays = bound(lockDays, 1, 29);
        address token = launchWith(withTerms(address(0), 60, lockDays), value);
        uint256 bought = firstBuy(value);
        uint256 withheld = (bought * 9_900 + 9_999) / 10_000;
        assertEq(balance(token, token), bought - withheld, "locked");
        assertEq(balance(token, BURNED), withheld, "burned");
        vm.expectRevert();
        pad.createTokenWithOptions{value: value}("A", "A", bought, withTerms(address(0), 60, lockDays));
    }

    function test_lock_ofLessThanThirtyDaysIsPlainWithoutAnOpening() external {
        address token = locked(1, 1 ether);
        assertEq(balance(token, token), firstBuy(1 ether), "all of it");
    }

    function test_lock_theTradeNamesTheTokenAsRecipient() external {
        address next = vm.computeCreateAddress(address(pad), 2);
        uint256 out = firstBuy(1 ether);
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(next, creator, next, true, 1 ether, out, 0.01 ether, 0.99 ether, out);
        assertEq(locked(30, 1 ether), next, "token");
    }

    function test_lockOf_isZeroWithoutOne() external {
        address[2] memory without = [launch(), launchWith(withTerms(alice, 60, 0), 0.1 ether)];
        for (uint256 i; i < 2; ++i) {
            (uint256 endsAt, uint256 lockedTokens, uint256 released, uint256 releasable) = pad.lockOf(without[i]);
            assertEq(endsAt + lockedTokens + released + releasable, 0, "no lock");
            vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotLocked.selector, without[i]));
            pad.releaseLock(without[i]);
        }
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, alice));
        pad.lockOf(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, alice));
        pad.releaseLock(alice);
    }

    /* RELEASE */

    /// @dev After any releases at any times, what has been released is the linear share of the time that has passed.
    function test_fuzz_releaseLock_isLinear(uint256 lockDays, uint256[4] calldata steps) external {
        lockDays = bound(lockDays, 1, type(uint16).max);
        address token = locked(lockDays, 1 ether);
        uint256 total = firstBuy(1 ether);
        uint256 elapsed;
        for (uint256 i; i < steps.length; ++i) {
            elapsed += bound(steps[i], 1, (lockDays * 1 days) / 2);
            vm.warp(START + elapsed);
            uint256 due = elapsed < lockDays * 1 days ? (total * elapsed) / (lockDays * 1 days) : total;
            (, , uint256 released, uint256 releasable) = pad.lockOf(token);
            assertEq(released + releasable, due, "due");
            if (releasable == 0) continue;
            vm.expectEmit(address(pad));
            emit ILaunchpad.LockReleased(token, alice, releasable);
            vm.prank(bob);
            assertEq(pad.releaseLock(token), releasable, "returned");
            assertEq(balance(token, alice), due, "received");
            assertEq(balance(token, token), total - due, "still locked");
        }
    }

    function test_releaseLock_revertsWhenNothingIsDue() external {
        address token = locked(1, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.releaseLock(token);
        vm.warp(START + 1 days);
        assertEq(pad.releaseLock(token), firstBuy(1 ether), "all");
        vm.warp(START + 9 days);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.releaseLock(token);
        (uint256 endsAt, uint256 lockedTokens, uint256 released, uint256 releasable) = pad.lockOf(token);
        assertEq(endsAt, START + 1 days, "end");
        assertTrue(lockedTokens == 0 && released == firstBuy(1 ether) && releasable == 0, "over");
    }

    /// @dev Tokens sent to the token by mistake are released to the holder with the rest.
    function test_fuzz_releaseLock_givesBackWhatWasSentThereByMistake(uint256 amount, uint256 at) external {
        address token = locked(10, 1 ether);
        amount = bound(amount, 1, buy(bob, token, 1 ether));
        vm.warp(START + bound(at, 1 days, 9 days));
        uint256 first = pad.releaseLock(token);
        vm.prank(bob);
        LaunchToken(token).transfer(token, amount);
        vm.warp(START + 10 days);
        assertEq(pad.releaseLock(token), firstBuy(1 ether) + amount - first, "the rest");
    }

    function test_releaseLock_goesToWhoHoldsTheRightThen() external {
        address token = locked(10, 1 ether);
        vm.warp(START + 5 days);
        pad.releaseLock(token);
        vm.prank(alice);
        pad.transferCreator(token, bob);
        vm.prank(bob);
        pad.acceptCreator(token);
        vm.warp(START + 10 days);
        uint256 rest = pad.releaseLock(token);
        assertEq(balance(token, bob), rest, "later");
        assertEq(balance(token, alice), firstBuy(1 ether) - rest, "before");
    }

    /// @dev A first buy that fills the curve can be locked as a whole, and outlasts graduation.
    function test_lock_ofTheWholeCurve() external {
        address token = locked(100, 3 ether);
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Graduated, "graduated");
        assertEq(balance(token, token), CURVE_SUPPLY, "locked");
        vm.warp(START + 25 days);
        assertEq(pad.releaseLock(token), CURVE_SUPPLY / 4, "a quarter");
    }

    /* FEE HOLDER */

    function test_feeHolder_hasTheRightAndTheCallerIsTheCreator() external {
        address token = launchWith(withTerms(alice, 0, 0), 1 ether);
        assertEq(LaunchToken(token).creator(), creator, "creator");
        assertEq(pad.curve(token).creator, alice, "holder");
        vm.startPrank(creator);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotCreator.selector, creator, alice));
        pad.claimCreatorFees(token, creator);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotCreator.selector, creator, alice));
        pad.transferCreator(token, creator);
        vm.stopPrank();
        vm.prank(alice);
        assertEq(pad.claimCreatorFees(token, alice), 0.005 ether, "from the first wei");
    }

    function test_feeHolder_canPassTheRightOn() external {
        address token = launchWith(withTerms(alice, 0, 0), 0);
        vm.prank(alice);
        pad.transferCreator(token, bob);
        vm.expectEmit(address(pad));
        emit ILaunchpad.CreatorTransferred(token, alice, bob);
        vm.prank(bob);
        pad.acceptCreator(token);
        assertEq(pad.curve(token).creator, bob, "holder");
    }

    /// @dev Tokens released to the launchpad would not be in its balance, and the token's own address can claim nothing.
    function test_feeHolder_isNeitherTheLaunchpadNorTheToken() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(pad)));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withTerms(address(pad), 0, 0));
        address next = vm.computeCreateAddress(address(pad), 2);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, next));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withTerms(next, 0, 0));
    }
}
