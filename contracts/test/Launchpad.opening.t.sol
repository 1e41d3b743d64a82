// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Vm} from "./Vm.sol";

contract LaunchpadOpeningTest is LaunchpadTest {
    uint256 private constant START = 1_790_000_000;

    /// @dev A launch with an opening and a plain one, both at the same time.
    function launchBoth(uint256 seconds_) private returns (address token, address plain) {
        token = launchWith(withTerms(address(0), seconds_, 0), 0);
        plain = launch();
    }

    /* CREATION */

    function test_openingSeconds_haveBounds() external {
        uint16[3] memory refused = [uint16(1), 59, 3_601];
        for (uint256 i; i < refused.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILaunchpad.OpeningLength.selector, refused[i], 60, 3_600));
            pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withTerms(address(0), refused[i], 0));
        }
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withTerms(address(0), 60, 0));
        pad.createTokenWithOptions("Slipway Co", "SLIP", 0, withTerms(address(0), 3_600, 0));
    }

    function test_options_areAnnouncedAfterTheTokenAndBeforeTheFirstTrade() external {
        vm.recordLogs();
        ILaunchpad.Options memory options = withTerms(alice, 120, 30);
        (options.metadataURI, options.referrer) = ("ipfs://about", bob);
        address token = launchWith(options, 0.1 ether);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32[6] memory order = [
            ILaunchpad.TokenCreated.selector,
            LaunchToken.Transfer.selector,
            ILaunchpad.MetadataSet.selector,
            ILaunchpad.OptionsSet.selector,
            ILaunchpad.Trade.selector,
            LaunchToken.Transfer.selector
        ];
        assertEq(logs.length, order.length, "events");
        for (uint256 i; i < order.length; ++i) assertEq(logs[i].topics[0], order[i], "order");
        assertEq(logs[3].topics[1], bytes32(uint256(uint160(token))), "token");
        assertEq(logs[3].topics[2], bytes32(uint256(uint160(alice))), "fee holder");
        assertEq(keccak256(logs[3].data), keccak256(abi.encode(120, 30)), "opening and lock");
    }

    function test_options_ofAPlainLaunchSayNothing() external {
        vm.recordLogs();
        address token = launchWith(withTerms(creator, 0, 0), 0);
        assertEq(vm.getRecordedLogs().length, 2, "events of createToken");
        assertEq(token.code.length, launch().code.length, "code of createToken");
        (uint256 bps, uint256 endsAt) = pad.openingOf(token);
        assertEq(bps + endsAt, 0, "no opening");
    }

    function test_openingOf_tellsRateAndEnd() external {
        address token = launchWith(withTerms(address(0), 120, 0), 0);
        (uint256 bps, uint256 endsAt) = pad.openingOf(token);
        assertEq(bps, 9_900, "at the beginning");
        assertEq(endsAt, START + 120, "end");
        vm.warp(START + 60);
        (bps, ) = pad.openingOf(token);
        assertEq(bps, 4_950, "half");
        vm.warp(START + 120);
        (bps, endsAt) = pad.openingOf(token);
        assertEq(bps, 0, "over");
        assertEq(endsAt, START + 120, "end");
        (bps, endsAt) = pad.openingOf(launchWith(withTerms(alice, 0, 0), 0));
        assertEq(bps + endsAt, 0, "terms without an opening");
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.UnknownToken.selector, alice));
        pad.openingOf(alice);
    }

    /* QUOTES AND BUYS */

    function test_opening_isQuotedExactlyAtEverySecond() external {
        for (uint256 round; round < 2; ++round) {
            uint256 length = round == 0 ? 60 : 97;
            (address token, address plain) = launchBoth(length);
            uint256 start = block.timestamp;
            for (uint256 t; t <= length + 1; ++t) {
                vm.warp(start + t);
                checkQuote(token, plain, 0.001 ether + t * 1e13 + t);
                checkBuy(token, plain, 0.001 ether + t);
            }
        }
    }

    /// @dev At any second of any opening, quotes are what happens, the curve moves as a plain one, and afterwards it is one.
    function test_fuzz_opening_movesTheCurveLikeAPlainOne(
        uint256 length,
        uint256 at,
        uint256 value,
        uint256 part
    ) external {
        length = bound(length, 60, 3_600);
        value = bound(value, 1, 4 ether);
        (address token, address plain) = launchBoth(length);
        vm.warp(START + bound(at, 0, length + 10));
        checkQuote(token, plain, value);
        checkBuy(token, plain, value);
        if (pad.curve(token).status == ILaunchpad.Status.Graduated) return;
        checkSell(token, plain, bound(part, 0, balance(token, alice)));
        vm.warp(START + length);
        assertEq(buy(bob, token, 1 ether), buy(bob, plain, 1 ether), "plain after the end");
        checkSame(token, plain);
    }

    function checkQuote(address token, address plain, uint256 value) private view {
        (uint256 out, uint256 fee, uint256 used, uint256 refund) = pad.getBuyQuote(token, value);
        (uint256 plainOut, uint256 plainFee, uint256 plainUsed, uint256 plainRefund) = pad.getBuyQuote(plain, value);
        (uint256 bps, ) = pad.openingOf(token);
        assertTrue(fee == plainFee && used == plainUsed && refund == plainRefund, "ETH as without an opening");
        assertEq(out, afterSurcharge(plainOut, bps), "tokens");
        checkExactOut(token, out, used);
    }

    function checkExactOut(address token, uint256 out, uint256 used) private view {
        (uint256 ethIn, uint256 fee) = pad.getBuyQuoteExactOut(token, out);
        assertLe(ethIn, used, "exact out costs no more");
        assertEq(fee, ethIn / 100, "its fee");
        (uint256 again, , , ) = pad.getBuyQuote(token, ethIn);
        assertGe(again, out, "exact out suffices");
        if (ethIn == 1) return;
        (again, , , ) = pad.getBuyQuote(token, ethIn - 1);
        assertTrue(again < out, "and is the smallest value");
    }

    function checkBuy(address token, address plain, uint256 value) private {
        (uint256 out, , uint256 used, ) = pad.getBuyQuote(token, value);
        uint256 funds = alice.balance;
        uint256 burned = balance(token, BURNED);
        uint256 bought = buy(alice, token, value);
        assertEq(funds - alice.balance, used, "paid");
        assertEq(bought, out, "received");
        assertEq(balance(token, BURNED) - burned, buy(alice, plain, value) - out, "burned");
        checkSame(token, plain);
    }

    /// @dev A sale pays what it pays on a plain curve; alice has more of the plain token.
    function checkSell(address token, address plain, uint256 amount) private {
        if (amount == 0) return;
        try pad.getSellQuote(token, amount) returns (uint256 ethOut, uint256) {
            assertEq(sell(alice, token, amount), ethOut, "as quoted");
            assertEq(sell(alice, plain, amount), ethOut, "as plain");
        } catch {}
        checkSame(token, plain);
    }

    function checkSame(address token, address plain) private view {
        ILaunchpad.Curve memory a = pad.curve(token);
        ILaunchpad.Curve memory b = pad.curve(plain);
        assertTrue(a.status == b.status, "status");
        assertEq(a.realEth, b.realEth, "realEth");
        assertEq(a.sold, b.sold, "sold");
        assertEq(a.creatorFees + a.treasuryFees, b.creatorFees + b.treasuryFees, "fees");
        assertEq(balance(token, address(pad)), balance(plain, address(pad)), "unsold");
    }

    function test_opening_exactOutKnowsWhatIsLeftAfterTheSurcharge() external {
        address token = launchWith(withTerms(address(0), 60, 0), 0);
        (uint256 ethIn, ) = pad.getBuyQuoteExactOut(token, CURVE_SUPPLY / 100);
        assertEq(ethIn, FILL, "all of it");
        uint256[2] memory tooMany = [CURVE_SUPPLY / 100 + 1, type(uint256).max];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(ILaunchpad.AmountExceedsCurve.selector, tooMany[i], CURVE_SUPPLY / 100)
            );
            pad.getBuyQuoteExactOut(token, tooMany[i]);
        }
    }

    function test_opening_theTradeSaysWhatWasReceivedAndWhatWasSold() external {
        (address token, ) = launchBoth(60);
        uint256 out = firstBuy(0.1 ether);
        vm.warp(START + 30);
        uint256 received = afterSurcharge(out, 4_950);
        vm.expectEmit(address(pad));
        emit ILaunchpad.Trade(token, alice, bob, true, 0.1 ether, received, 0.001 ether, 0.099 ether, out);
        vm.expectEmit(token);
        emit LaunchToken.Transfer(address(pad), bob, received);
        vm.expectEmit(token);
        emit LaunchToken.Transfer(address(pad), BURNED, out - received);
        vm.prank(alice);
        assertEq(pad.buyFor{value: 0.1 ether}(token, received, bob, block.timestamp), received, "returned");
    }

    /// @dev The minimum is held against what is left.
    function test_opening_minimumCountsWhatIsReceived() external {
        (address token, ) = launchBoth(60);
        (uint256 out, , , ) = pad.getBuyQuote(token, 0.1 ether);
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.SlippageExceeded.selector, out, out + 1));
        pad.buy{value: 0.1 ether}(token, out + 1);
        // The rate only falls: a quote holds while no one else trades.
        vm.warp(START + 1);
        pad.buy{value: 0.1 ether}(token, out);
        vm.stopPrank();
    }

    /* THE FIRST BUY */

    function test_fuzz_firstBuy_paysTheSurchargeOfTheFirstSecond(uint256 value) external {
        value = bound(value, 1, FILL - 1);
        uint256 expected = afterSurcharge(firstBuy(value), 9_900);
        vm.prank(creator);
        address token = pad.createTokenWithOptions{value: value}("S", "S", expected, withTerms(address(0), 60, 0));
        assertEq(balance(token, creator), expected, "received");
        assertEq(balance(token, BURNED), firstBuy(value) - expected, "burned");
        // A client that computes its minimum by the formula of a plain launch is refused, and loses nothing.
        vm.prank(creator);
        vm.expectPartialRevert(ILaunchpad.SlippageExceeded.selector);
        pad.createTokenWithOptions{value: value}("S", "S", (firstBuy(value) * 98) / 100, withTerms(address(0), 60, 0));
    }

    /* THE END */

    function test_opening_graduatesInside() external {
        address token = launchWith(withTerms(address(0), 60, 0), 0);
        uint256 funds = alice.balance;
        assertEq(buy(alice, token, 3 ether), CURVE_SUPPLY / 100, "one hundredth");
        assertEq(funds - alice.balance, FILL, "for the price of all");
        assertEq(balance(token, BURNED), CURVE_SUPPLY - CURVE_SUPPLY / 100, "burned");
        assertEq(poolPrice(pad.poolKey(token)), POOL_PRICE, "pool");
        assertEq(poolLiquidity(pad.poolKey(token)), POOL_LIQUIDITY, "liquidity");
        assertEq(address(pad).balance, owed(token), "solvent");
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.AlreadyGraduated.selector, token, poolId(token)));
        pad.buy{value: 1}(token, 0);
        (uint256 bps, uint256 endsAt) = pad.openingOf(token);
        assertTrue(bps == 9_900 && endsAt == START + 60, "the clock runs on");
    }

    function test_opening_salesGoOnAfterItsEndWithoutABuy() external {
        (address token, address plain) = launchBoth(60);
        vm.warp(START + 59);
        buy(alice, token, 1 ether);
        buy(alice, plain, 1 ether);
        vm.warp(START + 60);
        uint256 part = balance(token, alice) / 2;
        assertEq(sell(alice, token, part), sell(alice, plain, part), "sold");
        assertEq(buy(bob, token, 1 ether), buy(bob, plain, 1 ether), "bought");
        checkSame(token, plain);
    }

    /* ADDRESSES */

    /// @dev The address binds creator, texts and terms, and neither the time nor what is only emitted.
    function test_fuzz_predictToken_bindsTheTerms(bytes32 salt, uint256 later) external {
        vm.assume(salt != 0);
        ILaunchpad.Options memory options = withTerms(alice, 60, 30);
        options.salt = salt;
        address predicted = pad.predictToken(creator, "Slipway Co", "SLIP", options);
        options.lockDays = 31;
        assertTrue(pad.predictToken(creator, "Slipway Co", "SLIP", options) != predicted, "lock");
        (options.lockDays, options.openingSeconds) = (30, 61);
        assertTrue(pad.predictToken(creator, "Slipway Co", "SLIP", options) != predicted, "opening");
        (options.openingSeconds, options.feeHolder) = (60, bob);
        assertTrue(pad.predictToken(creator, "Slipway Co", "SLIP", options) != predicted, "fee holder");
        (options.feeHolder, options.metadataURI, options.referrer) = (alice, "ipfs://about", bob);
        vm.warp(START + bound(later, 0, 1e9));
        assertEq(launchWith(options, 0.1 ether), predicted, "address");
        (, uint256 endsAt) = pad.openingOf(predicted);
        assertEq(endsAt, block.timestamp + 60, "from the creation on");
        vm.prank(creator);
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.DeploymentFailed.selector));
        pad.createTokenWithOptions{value: 1}("Slipway Co", "SLIP", 0, options);
    }
}
