// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CurveMathHarness} from "./harness/CurveMathHarness.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";

contract CurveMathTest is LaunchpadTest {
    CurveMathHarness private math;

    function setUp() public override {
        math = CurveMathHarness(create(vm.getCode("CurveMathHarness.sol:CurveMathHarness")));
    }

    /* CONSTANTS */

    function test_constants_sellTheSupplyForTheTargetAndNotOneUnitMore() external view {
        assertEq(math.tokensOutDown(0, 0, TARGET), CURVE_SUPPLY, "sold at target");
        assertTrue(math.isContinuous(), "continuous");
        assertEq(math.feeDown(FILL), FILL - TARGET, "fee of the filling buy");
        assertEq(math.grossFor(TARGET), FILL, "gross of the target");
    }

    function test_constants_lastPriceOfTheCurveIsTheFirstOfThePool() external pure {
        // Wei for a token, times 10^36: equal to 19 digits.
        uint256 curve = ((VIRTUAL_ETH + TARGET) * 1e36) / (VIRTUAL_TOKEN - CURVE_SUPPLY);
        uint256 fromPrice = (1e36 << 96) / POOL_PRICE;
        fromPrice = (fromPrice << 96) / POOL_PRICE;
        assertLe(curve > fromPrice ? curve - fromPrice : fromPrice - curve, curve / 1e17, "gap");
    }

    /* FEES */

    function test_fuzz_grossFor_isTheSmallestGrossThatLeavesTheNet(uint256 net) external view {
        net = bound(net, 1, 1e40);
        uint256 gross = math.grossFor(net);
        assertEq(gross - math.feeDown(gross), net, "exact");
        assertTrue(gross == 1 || gross - 1 - math.feeDown(gross - 1) < net, "smallest");
    }

    function test_fuzz_shares_addUp(uint256 fees) external view {
        fees = bound(fees, 0, type(uint88).max);
        (uint256 forCreator, uint256 forTreasury) = math.shares(fees);
        assertEq(forCreator + forTreasury, fees, "sum");
        assertEq(forCreator, fees / 2, "half");
    }

    /* QUOTES */

    function test_fuzz_firstBuy_isTheClientsFormula(uint256 value) external view {
        value = bound(value, 1, FILL);
        (uint256 tokensOut, uint256 fee, uint256 used) = math.quoteBuy(0, 0, value);
        assertEq(tokensOut, firstBuy(value), "tokens");
        assertEq(fee, (value * 100) / 10_000, "fee");
        assertEq(used, value, "used");
    }

    function test_fuzz_buy_isCutToWhatIsLeft(uint256 value, uint256[8] calldata seeds) external view {
        (uint256 realEth, uint256 sold) = wander(seeds);
        value = bound(value, 1, type(uint256).max);
        (uint256 tokensOut, uint256 fee, uint256 used) = math.quoteBuy(realEth, sold, value);
        assertLe(used, value, "spent");
        assertLe(realEth + used - fee, TARGET, "target");
        assertLe(sold + tokensOut, CURVE_SUPPLY, "supply");
        assertEq(fee, used / 100, "fee");
        assertTrue(tokensOut > 0, "something came out");
        if (used < value) assertEq(realEth + used - fee, TARGET, "full");
    }

    /// @dev 99 wei are missing, and 99 are what is left both of 99 and of 100.
    function test_buy_thatLeavesExactlyWhatIsMissingIsUsedWhole() external view {
        (, uint256 fee, uint256 used) = math.quoteBuy(TARGET - 99, CURVE_SUPPLY / 2, 100);
        assertEq(used, 100, "used");
        assertEq(fee, 1, "fee");
        (, fee, used) = math.quoteBuy(TARGET - 99, CURVE_SUPPLY / 2, 101);
        assertEq(used, 99, "used of more");
        assertEq(fee, 0, "fee of more");
    }

    function test_fuzz_exactOut_isTheSmallestValueThatBuys(uint256 tokens, uint256[8] calldata seeds) external view {
        (uint256 realEth, uint256 sold) = wander(seeds);
        uint256 available = math.tokensOutDown(realEth, sold, TARGET - realEth);
        tokens = bound(tokens, 1, available);
        uint256 net = math.ethInUp(realEth, sold, tokens);
        assertLe(net, TARGET - realEth, "fits");
        uint256 value = math.grossFor(net);
        (uint256 tokensOut, , uint256 used) = math.quoteBuy(realEth, sold, value);
        assertGe(tokensOut, tokens, "enough");
        assertEq(used, value, "whole");
        if (value > 1) {
            (tokensOut, , ) = math.quoteBuy(realEth, sold, value - 1);
            assertTrue(tokensOut < tokens, "smallest");
        }
    }

    /// @dev Half of the virtual tokens cost exactly the virtual ETH, and not a wei more.
    function test_exactOut_isNotRoundedUpWhenItDivides() external view {
        assertEq(math.ethInUp(0, 0, VIRTUAL_TOKEN / 2), VIRTUAL_ETH, "exact");
    }

    /// @dev Where the quotient is a whole number and a little: a part of a wei that is missing costs a wei.
    function test_exactOut_isRoundedUpWhenAlmostNothingIsMissing() external view {
        assertEq(math.ethInUp(0, 1, VIRTUAL_TOKEN / 2), VIRTUAL_ETH + 1, "one unit sold");
        // The product leaves a remainder of one.
        uint256 net = math.ethInUp(1 ether, 542173261313272417222140883, 57826738686727582778250510);
        assertEq(net, 241668971505803714, "remainder of one");
    }

    /// @dev The virtual ETH buys exactly half of the virtual tokens, and they sell for exactly as much.
    function test_sale_ofHalfTheTokensIsExact() external view {
        assertEq(math.tokensOutDown(0, 0, VIRTUAL_ETH), VIRTUAL_TOKEN / 2, "bought");
        assertEq(math.ethOutDown(VIRTUAL_ETH, VIRTUAL_TOKEN / 2, VIRTUAL_TOKEN / 2), VIRTUAL_ETH, "sold");
    }

    function test_fuzz_roundTrip_neverProfits(uint256 value, uint256[8] calldata seeds) external view {
        (uint256 realEth, uint256 sold) = wander(seeds);
        (uint256 tokensOut, uint256 fee, uint256 used) = math.quoteBuy(realEth, sold, bound(value, 1, 1e30));
        (uint256 ethOut, ) = math.quoteSell(realEth + used - fee, sold + tokensOut, tokensOut);
        assertLe(ethOut, used - fee, "even before the second fee");
    }

    /* OPENING */

    /// @dev From 99% down to nothing, never rising, and never nothing before the end.
    function test_surchargeBps_atEverySecondOfEveryOpening() external view {
        uint256[6] memory lengths = [uint256(60), 61, 100, 120, 997, 3_600];
        for (uint256 i; i < lengths.length; ++i) {
            uint256 last = 9_900;
            for (uint256 t; t <= lengths[i] + 1; ++t) {
                uint256 bps = math.surchargeBps(lengths[i], t);
                if (t == 0) assertEq(bps, 9_900, "at the beginning");
                assertLe(bps, last, "falls");
                assertTrue((bps == 0) == (t >= lengths[i]), "ends with the opening");
                last = bps;
            }
        }
        assertEq(math.surchargeBps(0, 0), 0, "no opening");
    }

    function test_fuzz_surcharge_isRoundedForTheCurveAndInvertedExactly(uint256 tokens, uint256 bps) external view {
        tokens = bound(tokens, 1, CURVE_SUPPLY / 100);
        bps = bound(bps, 0, 9_900);
        uint256 before = math.beforeSurchargeUp(tokens, bps);
        assertGe(before - math.withheldUp(before, bps), tokens, "enough");
        assertTrue(before - 1 - math.withheldUp(before - 1, bps) < tokens, "fewest");
        assertGe(math.withheldUp(tokens, bps) * 10_000, tokens * bps, "up");
        assertTrue(math.withheldUp(tokens, bps) * 10_000 < tokens * bps + 10_000, "by less than a unit");
    }

    /// @dev Products that leave a remainder of one.
    function test_surcharge_isRoundedUpWhenAlmostNothingIsMissing() external view {
        assertEq(math.withheldUp(1, 1), 1, "one unit of one");
        assertEq(math.withheldUp(99, 9_899), 99, "99 * 9,899 = 980,001");
        assertEq(math.beforeSurchargeUp(1, 9_899), 100, "10,000 = 99 * 101 + 1");
    }

    /* WALKS */

    function test_fuzz_walk_keepsItsBounds(uint256[40] calldata seeds) external view {
        uint256[] memory words = new uint256[](seeds.length);
        for (uint256 i; i < words.length; ++i) words[i] = anyTrade(seeds[i]);
        checkWalk(words);
    }

    /// @dev Hundreds of trades of a few wei or a few units, between larger ones.
    function test_fuzz_walk_ofDustKeepsItsBounds(uint256 seed) external view {
        uint256[] memory words = new uint256[](400);
        for (uint256 i; i < words.length; ++i) {
            uint256 next = uint256(keccak256(abi.encode(seed, i)));
            words[i] = i % 50 == 0 ? anyTrade(next) : dustTrade(next);
        }
        checkWalk(words);
    }

    function checkWalk(uint256[] memory words) private view {
        CurveMathHarness.Step[] memory steps = math.walk(words);
        uint256 k = VIRTUAL_ETH * VIRTUAL_TOKEN;
        for (uint256 i; i < steps.length && steps[i].amountIn != 0; ++i) {
            (uint256 realEth, uint256 sold) = (steps[i].realEth, steps[i].sold);
            assertLe(realEth, TARGET, "realEth");
            assertLe(sold, CURVE_SUPPLY, "sold");
            uint256 product = (VIRTUAL_ETH + realEth) * (VIRTUAL_TOKEN - sold);
            assertGe(product, k, "k");
            k = product;
        }
    }

    /// @dev A state that eight trades lead to and that is not yet full.
    function wander(uint256[8] calldata seeds) private view returns (uint256 realEth, uint256 sold) {
        uint256[] memory words = new uint256[](seeds.length);
        for (uint256 i; i < words.length; ++i) words[i] = anyTrade(seeds[i]);
        CurveMathHarness.Step[] memory steps = math.walk(words);
        for (uint256 i; i < steps.length && steps[i].realEth < TARGET && steps[i].amountIn != 0; ++i)
            (realEth, sold) = (steps[i].realEth, steps[i].sold);
    }

    function anyTrade(uint256 seed) private pure returns (uint256) {
        bool isBuy = seed >> 255 == 1;
        // A random number of digits, so that small and large amounts are equally frequent.
        uint256 amount = 1 + ((seed >> 8) % (isBuy ? 10 ** ((seed % 18) + 1) : 10 ** ((seed % 27) + 1)));
        return (isBuy ? 1 << 255 : 0) | amount;
    }

    function dustTrade(uint256 seed) private pure returns (uint256) {
        return (seed & (1 << 255)) | (1 + ((seed >> 8) % 2_000));
    }
}
