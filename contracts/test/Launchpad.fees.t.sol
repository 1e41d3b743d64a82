// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

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
        emit ILaunchpad.FeesClaimed(token, creator, bob, fees / 2);
        uint256 funds = bob.balance;
        vm.prank(creator);
        assertEq(pad.claimCreatorFees(token, bob), fees / 2, "claimed");
        assertEq(bob.balance - funds, fees / 2, "received");
        assertEq(pad.treasuryFees(), fees - fees / 2, "set apart");
        assertEq(pad.curve(token).creatorFees + pad.curve(token).treasuryFees, 0, "nothing left");

        vm.expectEmit(address(pad));
        emit ILaunchpad.TreasuryFeesClaimed(fees - fees / 2);
        vm.prank(bob);
        assertEq(pad.claimTreasuryFees(listOf(token)), fees - fees / 2, "treasury claimed");
        assertEq(treasury.balance, fees - fees / 2, "treasury received");
        assertEq(address(pad).balance, pad.realEthRaised(token), "only the curve is left");
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

        vm.prank(alice);
        (uint256 ethAmount, uint256 tokenAmount) = pad.collectPoolFees(token);
        // The position owns all the liquidity, so it earns the 1% but for rounding.
        assertTrue(ethAmount >= value / 100 - 2 && ethAmount <= value / 100 + 1, "ETH");
        assertTrue(tokenAmount >= bought / 100 - 1e6 && tokenAmount <= bought / 100 + 1, "tokens");
        assertEq(balance(token, creator), tokenAmount / 2, "creator's tokens");
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
        emit ILaunchpad.PoolFeesCollected(token, creator, 0.01 ether - 1, 0, 0);
        pad.collectPoolFees(token);
        vm.expectEmit(address(pad));
        emit ILaunchpad.PoolFeesCollected(token, creator, 0, 0, 0);
        pad.collectPoolFees(token);
    }

    /// @dev The tokens in the event are those that arrived, whoever asked for the collection.
    function test_fuzz_poolFees_emitTheTokensThatWereSent(uint256 value) external {
        value = bound(value, 0.001 ether, 10 ether);
        buy(bob, token, 3 ether);
        PoolKey memory key = pad.poolKey(token);
        pool.swap(key, false, movedToPool(value * 1e6));
        vm.recordLogs();
        vm.prank(creator);
        pad.claimCreatorFees(token, alice);
        assertCollected(alice);
        pool.swap(key, false, movedToPool(value * 1e6));
        vm.recordLogs();
        pad.collectPoolFees(token);
        assertCollected(creator);
    }

    function movedToPool(uint256 amount) private returns (uint256) {
        vm.prank(bob);
        LaunchToken(token).transfer(address(pool), amount);
        return amount;
    }

    /// @dev Compares the event with what arrived, and takes the treasury's tokens away for the next collection.
    function assertCollected(address recipient) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 index;
        while (logs[index].topics[0] != ILaunchpad.PoolFeesCollected.selector) ++index;
        (, uint256 forCreator, uint256 forTreasury) = abi.decode(logs[index].data, (uint256, uint256, uint256));
        assertTrue(forTreasury - forCreator <= 1 && forCreator > 0, "halved, the odd unit the treasury's");
        assertEq(balance(token, recipient), forCreator, "creator's");
        assertEq(balance(token, treasury), forTreasury, "treasury's");
        assertEq(logs[index].topics[2], bytes32(uint256(uint160(recipient))), "recipient");
        vm.prank(treasury);
        LaunchToken(token).transfer(bob, forTreasury);
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

    function test_collectPoolFees_paysTheLaterCreator() external {
        buy(bob, token, 3 ether);
        vm.prank(creator);
        pad.transferCreator(token, alice);
        vm.prank(alice);
        pad.acceptCreator(token);
        PoolKey memory key = pad.poolKey(token);
        uint256 bought = pool.swap{value: 1 ether}(key, true, 1 ether);
        pool.swap(key, false, bought);
        pad.collectPoolFees(token);
        assertTrue(balance(token, alice) > 0 && balance(token, creator) == 0, "tokens");
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
