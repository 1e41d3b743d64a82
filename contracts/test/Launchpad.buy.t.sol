// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Receiver} from "./Receiver.sol";

contract LaunchpadBuyTest is LaunchpadTest {
    address private token;

    function setUp() public override {
        super.setUp();
        token = launch();
    }

    /* REVERTS */

    function test_buy_revertsWithoutValue() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.buy(token, 0);
    }

    function test_fuzz_buy_revertsForAnUnknownToken(address unknown) external {
        vm.assume(unknown != token);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, unknown));
        pad.buy{value: 1 ether}(unknown, 0);
    }

    function test_fuzz_buy_revertsOnSlippage(uint256 value, uint256 minimum) external {
        value = bound(value, 1, 10 ether);
        (uint256 tokensOut, , , ) = pad.getBuyQuote(token, value);
        minimum = bound(minimum, tokensOut + 1, type(uint256).max);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SlippageExceeded.selector, tokensOut, minimum));
        pad.buy{value: value}(token, minimum);
    }

    function test_buy_revertsAfterGraduationAndNamesThePool() external {
        buy(bob, token, 3 ether);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AlreadyGraduated.selector, token, poolId(token)));
        pad.buy{value: 1 ether}(token, 0);
    }

    function test_buyFor_revertsAfterItsDeadline() external {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.Expired.selector, block.timestamp - 1, block.timestamp));
        pad.buyFor{value: 1 ether}(token, 0, alice, block.timestamp - 1);
    }

    function test_buyFor_revertsForARecipientThatCannotHold() external {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(0)));
        pad.buyFor{value: 1 ether}(token, 0, address(0), block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, address(pad)));
        pad.buyFor{value: 1 ether}(token, 0, address(pad), block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidRecipient.selector, token));
        pad.buyFor{value: 1 ether}(token, 0, token, block.timestamp);
        vm.stopPrank();
    }

    function test_buy_revertsWhenTheRefundIsRefused() external {
        Receiver payer = new Receiver();
        payer.set(Receiver.Mood.Refuse);
        bytes memory data = abi.encodeCall(pad.buy, (token, 0));
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.EthTransferFailed.selector, address(payer), 5 ether - FILL));
        vm.prank(alice);
        payer.run{value: 5 ether}(address(pad), 5 ether, data);
    }

    /* BUYS */

    function test_fuzz_buy_doesWhatWasQuoted(uint256 first, uint256 second) external {
        buy(bob, token, bound(first, 1, 2 ether));
        second = bound(second, 1, 900 ether);
        (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund) = pad.getBuyQuote(token, second);
        assertEq(ethUsed + refund, second, "quote adds up");
        ILaunchpad.Curve memory before = pad.curve(token);
        uint256 funds = alice.balance;
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(
            token,
            alice,
            alice,
            true,
            ethUsed,
            tokensOut,
            fee,
            before.realEth + ethUsed - fee,
            before.sold + tokensOut
        );
        vm.expectEmit(token);
        emit LaunchToken.Transfer(address(pad), alice, tokensOut);
        vm.prank(alice);
        pad.buy{value: second}(token, tokensOut);
        assertEq(balance(token, alice), tokensOut, "tokens");
        assertEq(funds - alice.balance, ethUsed, "paid");
        assertEq(pad.realEthRaised(token), before.realEth + ethUsed - fee, "realEth");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_fuzz_buyFor_givesTheTokensAndKeepsTheRefund(uint256 value, address recipient) external {
        vm.assume(recipient != address(0) && recipient != address(pad) && recipient != address(manager));
        vm.assume(recipient != token);
        value = bound(value, 1, 900 ether);
        (uint256 expected, uint256 fee, uint256 ethUsed, ) = pad.getBuyQuote(token, value);
        uint256 funds = alice.balance;
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(token, alice, recipient, true, ethUsed, expected, fee, ethUsed - fee, expected);
        vm.prank(alice);
        uint256 tokensOut = pad.buyFor{value: value}(token, expected, recipient, block.timestamp);
        assertEq(tokensOut, expected, "returned");
        assertEq(balance(token, recipient), expected, "tokens");
        assertEq(funds - alice.balance, ethUsed, "paid by the caller");
    }

    function test_buy_ofOneWei() external {
        assertEq(buy(alice, token, 1), firstBuy(1), "tokens");
        assertEq(pad.realEthRaised(token), 1, "no fee");
    }

    /* QUOTES */

    function test_quotes_revertForNothingUnknownAndGraduated() external {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.getBuyQuote(token, 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.ZeroAmount.selector));
        pad.getBuyQuoteExactOut(token, 0);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, alice));
        pad.getBuyQuote(alice, 1);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, alice));
        pad.getBuyQuoteExactOut(alice, 1);
        buy(bob, token, 3 ether);
        bytes memory closed = abi.encodeWithSelector(ILaunchpad.AlreadyGraduated.selector, token, poolId(token));
        vm.expectRevert(closed);
        pad.getBuyQuote(token, 1);
        vm.expectRevert(closed);
        pad.getBuyQuoteExactOut(token, 1);
    }

    function test_fuzz_exactOut_revertsBeyondTheCurve(uint256 first, uint256 tokens) external {
        buy(bob, token, bound(first, 1, 2 ether));
        (uint256 available, , , ) = pad.getBuyQuote(token, 900 ether);
        tokens = bound(tokens, available + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AmountExceedsCurve.selector, tokens, available));
        pad.getBuyQuoteExactOut(token, tokens);
    }

    function test_fuzz_exactOut_buysWhatWasAskedFor(uint256 first, uint256 tokens) external {
        buy(bob, token, bound(first, 1, 2 ether));
        (uint256 available, , , ) = pad.getBuyQuote(token, 900 ether);
        tokens = bound(tokens, 1, available);
        (uint256 ethIn, uint256 fee) = pad.getBuyQuoteExactOut(token, tokens);
        (uint256 tokensOut, uint256 quotedFee, uint256 ethUsed, ) = pad.getBuyQuote(token, ethIn);
        assertEq(ethUsed, ethIn, "used");
        assertEq(quotedFee, fee, "fee");
        assertGe(tokensOut, tokens, "enough");
        assertEq(buy(alice, token, ethIn), tokensOut, "bought");
    }
}
