// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";
import {Vm} from "./Vm.sol";

contract LaunchpadFeesTest is LaunchpadTest {
    address private token;

    function setUp() public override {
        super.setUp();
        token = launch();
    }

    function listOf(address one) private pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = one;
    }

    /* REVERTS */

    function test_collectPoolFees_revertsBeforeGraduation() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotGraduated.selector, token));
        pad.collectPoolFees(token);
    }

    function test_fuzz_everyFeeFunction_revertsForAnUnknownToken(address unknown) external {
        vm.assume(unknown != token);
        bytes memory error = abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, unknown);
        vm.expectRevert(error);
        pad.collectPoolFees(unknown);
        vm.expectRevert(error);
        pad.claimCreatorFees(unknown, alice);
        vm.expectRevert(error);
        pad.claimTreasuryFees(listOf(unknown));
        vm.expectRevert(error);
        pad.transferCreator(unknown, alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotPendingCreator.selector, address(this), address(0)));
        pad.acceptCreator(unknown);
    }

    function test_fuzz_claimCreatorFees_revertsForAnyoneElse(address other) external {
        vm.assume(other != creator);
        vm.prank(other);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotCreator.selector, other, creator));
        pad.claimCreatorFees(token, alice);
    }

    function test_claimCreatorFees_revertsForARecipientThatCannotReceive() external {
        vm.startPrank(creator);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(0)));
        pad.claimCreatorFees(token, address(0));
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(pad)));
        pad.claimCreatorFees(token, address(pad));
        vm.stopPrank();
    }

    function test_claimCreatorFees_revertsWhenTheRecipientRefuses() external {
        buy(alice, token, 1 ether);
        Receiver receiver = new Receiver();
        receiver.set(Receiver.Mood.Refuse);
        vm.prank(creator);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.EthTransferFailed.selector, address(receiver), 0.005 ether));
        pad.claimCreatorFees(token, address(receiver));
        vm.prank(creator);
        assertEq(pad.claimCreatorFees(token, alice), 0.005 ether, "to another");
    }

    /* CURVE FEES */

    function test_fuzz_fees_areHalvedBetweenCreatorAndTreasury(uint256 value, uint256 part) external {
        value = bound(value, 1, 2 ether);
        uint256 held = buy(alice, token, value);
        uint256 fees = value / 100;
        part = bound(part, held / 2, held);
        if (part > 1e15) {
            (, uint256 fee) = pad.getSellQuote(token, part);
            sell(alice, token, part);
            fees += fee;
        }
        ILaunchpad.Curve memory curve = pad.curve(token);
        assertEq(curve.creatorFees, fees / 2, "creator");
        assertEq(curve.treasuryFees, fees - fees / 2, "treasury");

        vm.expectEmit(address(pad));
        emit ILaunchpad.FeesClaimed(token, creator, bob, fees / 2, 0);
        uint256 funds = bob.balance;
        vm.prank(creator);
        assertEq(pad.claimCreatorFees(token, bob), fees / 2, "claimed");
        assertEq(bob.balance - funds, fees / 2, "received");
        assertEq(pad.treasuryFees(), fees / 2, "set apart");
        assertEq(pad.curve(token).creatorFees, 0, "nothing left");
        assertEq(pad.curve(token).treasuryFees, fees % 2, "but what cannot be halved");

        vm.expectEmit(address(pad));
        emit ILaunchpad.TreasuryFeesClaimed(fees / 2);
        vm.prank(bob);
        assertEq(pad.claimTreasuryFees(listOf(token)), fees / 2, "treasury claimed");
        assertEq(treasury.balance, fees / 2, "treasury received");
        assertEq(address(pad).balance, pad.realEthRaised(token) + (fees % 2), "only the curve is left");
    }

    /// @dev Of fees of 1 wei each: who claims in between takes nothing from the creator.
    function test_fuzz_fees_areHalvedOverAllClaims(uint256 seed) external {
        uint256 fees;
        uint256 paid;
        for (uint256 i; i < 12; ++i) {
            uint256 value = 100 + ((seed >> (8 * i)) & 0xff);
            buy(alice, token, value);
            fees += value / 100;
            if ((seed >> (128 + i)) & 1 == 1) pad.claimTreasuryFees(listOf(token));
            if ((seed >> (160 + i)) & 1 == 1) {
                vm.prank(creator);
                paid += pad.claimCreatorFees(token, bob);
            }
            assertEq(pad.curve(token).creatorFees + paid, fees / 2, "half of all");
        }
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_claimTreasuryFees_leavesTheCreatorsShare() external {
        buy(alice, token, 1 ether);
        address other = launch();
        buy(alice, other, 2 ether);
        address[] memory list = new address[](2);
        (list[0], list[1]) = (token, other);
        assertEq(pad.claimTreasuryFees(list), 0.015 ether, "treasury");
        assertEq(pad.curve(token).creatorFees, 0.005 ether, "creator");
        assertEq(pad.curve(token).treasuryFees, 0, "nothing left");
        buy(alice, token, 0.5 ether);
        vm.prank(creator);
        assertEq(pad.claimCreatorFees(token, creator), 0.0075 ether, "both");
        assertEq(pad.claimTreasuryFees(new address[](0)), 0.0025 ether, "what was set apart");
        assertEq(pad.claimTreasuryFees(new address[](0)), 0, "nothing");
    }

    function test_claimTreasuryFees_ofTheSameTokenTwiceCountsOnce() external {
        buy(alice, token, 1 ether);
        address[] memory list = new address[](2);
        (list[0], list[1]) = (token, token);
        assertEq(pad.claimTreasuryFees(list), 0.005 ether, "once");
    }

    /* POOL FEES */

    function test_fuzz_collectPoolFees_divideBothCurrencies(uint256 value) external {
        value = bound(value, 0.001 ether, 10 ether);
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        uint256 bought = pool.swap{value: value}(key, true, value);
        pool.swap(key, false, bought);
        uint256 fees = pad.curve(token).creatorFees + pad.curve(token).treasuryFees;

        (uint256 ethExpected, uint256 tokensExpected) = pad.uncollectedPoolFees(token);
        vm.prank(alice);
        (uint256 ethAmount, uint256 tokenAmount) = pad.collectPoolFees(token);
        assertEq(ethAmount, ethExpected, "ETH as announced");
        assertEq(tokenAmount, tokensExpected, "tokens as announced");
        (ethExpected, tokensExpected) = pad.uncollectedPoolFees(token);
        assertEq(ethExpected + tokensExpected, 0, "nothing left");
        // The position owns all the liquidity, so it earns the 1% but for rounding.
        assertTrue(ethAmount >= value / 100 - 2 && ethAmount <= value / 100 + 1, "ETH");
        assertTrue(tokenAmount >= bought / 100 - 1e6 && tokenAmount <= bought / 100 + 1, "tokens");
        assertEq(balance(token, creator), 0, "nothing is pushed to the creator");
        assertEq(pad.curve(token).creatorTokens, tokenAmount / 2, "creator's tokens");
        assertEq(balance(token, treasury), tokenAmount - tokenAmount / 2, "treasury's tokens");
        assertEq(pad.curve(token).creatorFees + pad.curve(token).treasuryFees, fees + ethAmount, "ETH to be claimed");
        assertEq(address(pad).balance, owed(token), "solvent");
        assertEq(poolLiquidity(key), POOL_LIQUIDITY, "liquidity");
    }

    function test_collectPoolFees_emitsWhatWentWhere() external {
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        pool.swap{value: 1 ether}(key, true, 1 ether);
        vm.expectEmit(address(pad));
        emit ILaunchpad.PoolFeesCollected(token, 0.01 ether - 1, 0, 0);
        pad.collectPoolFees(token);
        vm.expectEmit(address(pad));
        emit ILaunchpad.PoolFeesCollected(token, 0, 0, 0);
        pad.collectPoolFees(token);
    }

    /// @dev A claim pays the tokens that were collected with it and those that others had collected before.
    function test_fuzz_poolFees_keepTheCreatorsTokensForItsClaim(uint256 value) external {
        value = bound(value, 0.001 ether, 10 ether);
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        uint256 expected;
        for (uint256 i; i < 3; ++i) {
            pool.swap(key, false, movedToPool(value * 1e6));
            (, uint256 tokenAmount) = pad.uncollectedPoolFees(token);
            expected += tokenAmount / 2;
            if (i < 2) pad.collectPoolFees(token);
            assertEq(balance(token, creator), 0, "kept");
        }
        uint256 forTreasury = balance(token, treasury);
        vm.recordLogs();
        vm.prank(creator);
        uint256 amount = pad.claimCreatorFees(token, alice);
        assertEq(balance(token, alice), expected, "all of them");
        assertEq(pad.curve(token).creatorTokens, 0, "nothing is kept");
        assertClaimed(amount, expected, balance(token, treasury) - forTreasury);
        pool.swap(key, false, movedToPool(value * 1e6));
        vm.prank(creator);
        pad.claimCreatorFees(token, bob);
        assertEq(balance(token, alice), expected, "once");
    }

    function assertClaimed(uint256 amount, uint256 tokens, uint256 forTreasury) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        (uint256 collected, uint256 claimed) = (0, 0);
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == ILaunchpad.PoolFeesCollected.selector) collected = i;
            if (logs[i].topics[0] == ILaunchpad.FeesClaimed.selector) claimed = i;
        }
        assertEq(keccak256(logs[claimed].data), keccak256(abi.encode(alice, amount, tokens)), "claimed");
        (, uint256 newForCreator, uint256 newForTreasury) = abi.decode(
            logs[collected].data,
            (uint256, uint256, uint256)
        );
        assertEq(newForTreasury, forTreasury, "treasury's");
        assertTrue(newForTreasury - newForCreator <= 1 && newForCreator > 0, "halved, the odd unit the treasury's");
    }

    /// @dev Claims on the pool manager's tokens that strangers give away go to the creator and harm no one.
    function test_poolFees_givenClaimsGoToTheCreator() external {
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        pool.mintClaim(key, movedToPool(5e18), address(pad));
        assertEq(pad.curve(token).creatorTokens, 0, "not seen while nothing is kept");
        pool.swap(key, false, movedToPool(1e24));
        (, uint256 tokenAmount) = pad.collectPoolFees(token);
        assertEq(pad.curve(token).creatorTokens, tokenAmount / 2 + 5e18, "kept");
        vm.prank(creator);
        pad.claimCreatorFees(token, alice);
        assertEq(balance(token, alice), tokenAmount / 2 + 5e18, "paid");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_uncollectedPoolFees_areZeroBeforeGraduation() external view {
        (uint256 ethAmount, uint256 tokenAmount) = pad.uncollectedPoolFees(token);
        assertEq(ethAmount + tokenAmount, 0, "trading");
        (ethAmount, tokenAmount) = pad.uncollectedPoolFees(alice);
        assertEq(ethAmount + tokenAmount, 0, "unknown");
    }

    function movedToPool(uint256 amount) private returns (uint256) {
        vm.prank(bob);
        LaunchToken(token).transfer(address(pool), amount);
        return amount;
    }

    function test_claimCreatorFees_collectsThePoolFirst() external {
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        uint256 bought = pool.swap{value: 1 ether}(key, true, 1 ether);
        pool.swap(key, false, bought);
        uint256 ready = pad.curve(token).creatorFees;
        uint256 funds = alice.balance;
        vm.prank(creator);
        uint256 amount = pad.claimCreatorFees(token, alice);
        assertTrue(amount >= ready + 0.005 ether - 2 && amount <= ready + 0.005 ether, "both");
        assertEq(alice.balance - funds, amount, "ETH to the recipient");
        assertTrue(balance(token, alice) > 0 && balance(token, creator) == 0, "tokens to the recipient");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_donations_toThePoolAreFees() external {
        buy(bob, token, 3 ether);
        pool.donate{value: 1 ether}(pad.poolKey(token), 1 ether);
        (uint256 ethAmount, ) = pad.collectPoolFees(token);
        assertTrue(ethAmount >= 1 ether - 2 && ethAmount <= 1 ether, "ETH");
    }

    /* CREATOR'S RIGHT */

    function test_fuzz_transferCreator_revertsForAnyoneElse(address other) external {
        vm.assume(other != creator);
        vm.prank(other);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotCreator.selector, other, creator));
        pad.transferCreator(token, other);
    }

    function test_fuzz_acceptCreator_revertsForAnyoneElse(address other) external {
        vm.assume(other != alice);
        vm.prank(creator);
        pad.transferCreator(token, alice);
        vm.prank(other);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotPendingCreator.selector, other, alice));
        pad.acceptCreator(token);
    }

    function test_transferCreator_takesTwoSteps() external {
        buy(bob, token, 1 ether);
        vm.expectEmit(address(pad));
        emit ILaunchpad.CreatorTransferStarted(token, creator, alice);
        vm.prank(creator);
        pad.transferCreator(token, alice);
        assertEq(pad.curve(token).creator, creator, "not yet");
        assertEq(pad.curve(token).pendingCreator, alice, "offered");

        vm.expectEmit(address(pad));
        emit ILaunchpad.CreatorTransferred(token, creator, alice);
        vm.prank(alice);
        pad.acceptCreator(token);
        assertEq(pad.curve(token).creator, alice, "creator");
        assertEq(pad.curve(token).pendingCreator, address(0), "offer used");

        vm.prank(creator);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotCreator.selector, creator, alice));
        pad.claimCreatorFees(token, creator);
        vm.prank(alice);
        assertEq(pad.claimCreatorFees(token, alice), 0.005 ether, "with its fees");
    }

    function test_transferCreator_passesOnFromTheLaterCreator() external {
        vm.prank(creator);
        pad.transferCreator(token, alice);
        vm.startPrank(alice);
        pad.acceptCreator(token);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotPendingCreator.selector, alice, address(0)));
        pad.acceptCreator(token);
        vm.expectEmit(address(pad));
        emit ILaunchpad.CreatorTransferStarted(token, alice, bob);
        pad.transferCreator(token, bob);
        vm.stopPrank();
        vm.expectEmit(address(pad));
        emit ILaunchpad.CreatorTransferred(token, alice, bob);
        vm.prank(bob);
        pad.acceptCreator(token);
        assertEq(pad.curve(token).creator, bob, "creator");
    }

    function test_transferCreator_canBeWithdrawn() external {
        vm.startPrank(creator);
        pad.transferCreator(token, alice);
        pad.transferCreator(token, address(0));
        vm.stopPrank();
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotPendingCreator.selector, alice, address(0)));
        pad.acceptCreator(token);
    }

    function test_keptTokens_passOnWithTheRight() external {
        buy(bob, token, 3 ether);
        pool.swap(pad.poolKey(token), false, movedToPool(1e24));
        pad.collectPoolFees(token);
        uint256 kept = pad.curve(token).creatorTokens;
        vm.prank(creator);
        pad.transferCreator(token, alice);
        vm.startPrank(alice);
        pad.acceptCreator(token);
        pad.claimCreatorFees(token, alice);
        vm.stopPrank();
        assertTrue(kept > 0, "kept");
        assertEq(balance(token, alice), kept, "tokens");
    }

    /// @dev A treasury's claim between a collection and the creator's leaves what is kept.
    function test_keptTokens_surviveAClaimOfTheTreasury() external {
        buy(bob, token, 3 ether);
        pool.swap(pad.poolKey(token), false, movedToPool(1e24));
        pad.collectPoolFees(token);
        uint256 kept = pad.curve(token).creatorTokens;
        pad.claimTreasuryFees(listOf(token));
        assertEq(pad.curve(token).creatorTokens, kept, "kept");
        vm.prank(creator);
        pad.claimCreatorFees(token, alice);
        assertEq(balance(token, alice), kept, "paid");
    }

    /* VIEWS */

    function test_curves_areTheCurves() external {
        address[] memory list = new address[](3);
        (list[0], list[1], list[2]) = (token, alice, graduated());
        buy(bob, token, 1 ether);
        ILaunchpad.Curve[] memory curves = pad.curves(list);
        assertEq(curves.length, 3, "length");
        for (uint256 i; i < 3; ++i)
            assertEq(keccak256(abi.encode(curves[i])), keccak256(abi.encode(pad.curve(list[i]))), "curve");
        assertEq(curves[1].token, alice, "unknown token");
        assertTrue(curves[1].status == ILaunchpad.Status.Unknown, "unknown status");
        assertEq(curves[1].creator, address(0), "unknown creator");
    }

    function test_unknownTokens_areZero() external view {
        assertEq(pad.realEthRaised(alice), 0, "realEthRaised");
        assertEq(pad.heldTokens(alice), 0, "heldTokens");
    }
}
