// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";

contract LaunchpadSellTest is LaunchpadTest {
    address private token;
    uint256 private held;

    function setUp() public override {
        super.setUp();
        token = launch();
        held = buy(alice, token, 1 ether);
    }

    /* REVERTS */

    function test_sell_revertsForNothing() external {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.sell(token, 0, 0);
        // Less than the price of a wei.
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.sell(token, 1_000, 0);
        vm.stopPrank();
    }

    function test_fuzz_sell_revertsForAnUnknownToken(address unknown) external {
        vm.assume(unknown != token);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, unknown));
        pad.sell(unknown, 1 ether, 0);
    }

    function test_fuzz_sell_revertsBeyondWhatWasSold(uint256 amount) external {
        amount = bound(amount, held + 1, type(uint256).max);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AmountExceedsSold.selector, amount, held));
        pad.sell(token, amount, 0);
    }

    function test_fuzz_sell_revertsBeyondTheBalance(uint256 amount) external {
        uint256 bobs = buy(bob, token, 0.5 ether);
        amount = bound(amount, bobs + 1, held + bobs);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC20InsufficientBalance.selector, bob, bobs, amount));
        pad.sell(token, amount, 0);
    }

    function test_fuzz_sell_revertsOnSlippage(uint256 amount, uint256 minimum) external {
        amount = bound(amount, 1e18, held);
        (uint256 ethOut, ) = pad.getSellQuote(token, amount);
        minimum = bound(minimum, ethOut + 1, type(uint256).max);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SlippageExceeded.selector, ethOut, minimum));
        pad.sell(token, amount, minimum);
    }

    function test_sell_revertsAfterGraduationAndNamesThePool() external {
        buy(bob, token, 3 ether);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AlreadyGraduated.selector, token, poolId(token)));
        pad.sell(token, held, 0);
    }

    function test_sell_revertsWhenTheSellerRefusesEth() external {
        Receiver seller = new Receiver();
        vm.prank(alice);
        LaunchToken(token).transfer(address(seller), held);
        (uint256 ethOut, ) = pad.getSellQuote(token, held);
        seller.set(Receiver.Mood.Refuse);
        bytes memory data = abi.encodeCall(pad.sell, (token, held, 0));
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.EthTransferFailed.selector, address(seller), ethOut));
        seller.run(address(pad), 0, data);
    }

    function test_sellFor_revertsAfterItsDeadline() external {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.Expired.selector, block.timestamp - 1, block.timestamp));
        pad.sellFor(token, held, 0, alice, block.timestamp - 1);
    }

    function test_sellFor_revertsForARecipientThatCannotReceive() external {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(0)));
        pad.sellFor(token, held, 0, address(0), block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(pad)));
        pad.sellFor(token, held, 0, address(pad), block.timestamp);
        vm.stopPrank();
    }

    /* SALES */

    function test_fuzz_sell_doesWhatWasQuoted(uint256 amount) external {
        amount = bound(amount, 1e15, held);
        (uint256 ethOut, uint256 fee) = pad.getSellQuote(token, amount);
        ILaunchpad.Curve memory before = pad.curve(token);
        uint256 funds = alice.balance;
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(
            token,
            alice,
            alice,
            false,
            ethOut,
            amount,
            fee,
            before.realEth - ethOut - fee,
            before.sold - amount
        );
        vm.expectEmit(token);
        emit LaunchToken.Transfer(alice, address(pad), amount);
        vm.prank(alice);
        pad.sell(token, amount, ethOut);
        assertEq(alice.balance - funds, ethOut, "received");
        assertEq(balance(token, alice), held - amount, "tokens");
        assertEq(fee, (ethOut + fee) / 100, "fee");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_sell_worksAfterAnApproval() external {
        vm.startPrank(alice);
        LaunchToken(token).approve(address(pad), held);
        pad.sell(token, held, 0);
        vm.stopPrank();
        assertEq(balance(token, alice), 0, "tokens");
    }

    function test_sell_ofEverythingEmptiesTheCurveButForRounding() external {
        sell(alice, token, held);
        assertEq(pad.curve(token).sold, 0, "sold");
        assertLe(pad.realEthRaised(token), 1, "realEth");
    }

    function test_fuzz_sellFor_paysTheRecipient(uint256 amount) external {
        amount = bound(amount, 1e15, held);
        (uint256 expected, uint256 fee) = pad.getSellQuote(token, amount);
        uint256 funds = bob.balance;
        uint256 realEth = pad.realEthRaised(token) - expected - fee;
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(token, alice, bob, false, expected, amount, fee, realEth, held - amount);
        vm.prank(alice);
        assertEq(pad.sellFor(token, amount, expected, bob, block.timestamp), expected, "returned");
        assertEq(bob.balance - funds, expected, "received");
    }

    /* QUOTES */

    function test_sellQuote_revertsForNothingTooMuchUnknownAndGraduated() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.getSellQuote(token, 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AmountExceedsSold.selector, held + 1, held));
        pad.getSellQuote(token, held + 1);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, alice));
        pad.getSellQuote(alice, 1);
        buy(bob, token, 3 ether);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AlreadyGraduated.selector, token, poolId(token)));
        pad.getSellQuote(token, 1);
    }
}
