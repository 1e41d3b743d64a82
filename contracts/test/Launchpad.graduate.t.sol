// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {Currency} from "@uniswap/v4-core/src/types/Currency.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";

contract LaunchpadGraduateTest is LaunchpadTest {
    /* REVERTS */

    function test_unlockCallback_revertsForAnyoneButThePoolManager() external {
        address token = graduated();
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotPoolManager.selector, address(this)));
        IUnlockCallback(address(pad)).unlockCallback(abi.encode(token, address(0)));
    }

    function test_unlockCallback_revertsForThePoolManagerOutsideACall() external {
        address token = graduated();
        vm.prank(address(manager));
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.NotPoolManager.selector, address(manager)));
        IUnlockCallback(address(pad)).unlockCallback(abi.encode(token, alice));
    }

    function test_receive_revertsForAnyoneAndForThePoolManagerOutsideACall() external {
        (bool success, bytes memory data) = address(pad).call{value: 1}("");
        assertTrue(!success, "anyone");
        assertEq(selectorOf(data), ILaunchpad.NotPoolManager.selector, "error");
        vm.deal(address(manager), 1 ether);
        vm.prank(address(manager));
        (success, ) = address(pad).call{value: 1}("");
        assertTrue(!success, "pool manager");
        vm.expectRevert();
        pool.sendThroughManager{value: 1}(address(pad));
    }

    /* GRADUATION */

    function test_graduate_opensAndSeedsThePool() external {
        address token = launch();
        PoolKey memory key = pad.poolKey(token);
        vm.expectEmit(address(pad));
        emit ILaunchpad.Graduated(
            token,
            poolId(token),
            key,
            POOL_PRICE,
            POOL_LIQUIDITY,
            POOL_ETH,
            POOL_TOKENS,
            TARGET - POOL_ETH
        );
        buy(bob, token, 3 ether);

        assertEq(Currency.unwrap(key.currency0), address(0), "currency0");
        assertEq(Currency.unwrap(key.currency1), token, "currency1");
        assertEq(key.fee, 10_000, "fee");
        assertEq(uint24(key.tickSpacing), 200, "tickSpacing");
        assertEq(address(key.hooks), address(pad), "hooks");
        assertEq(poolPrice(key), POOL_PRICE, "price");
        assertEq(poolLiquidity(key), POOL_LIQUIDITY, "liquidity");
        assertEq(address(manager).balance, POOL_ETH, "ETH");
        assertEq(balance(token, address(manager)), POOL_TOKENS, "tokens");
    }

    function test_graduate_takesTwoPercentAndTheDust() external {
        address token = graduated();
        assertEq(TARGET - POOL_ETH, (TARGET * 200) / 10_000 + 1_289, "2% and 1,289 wei");
        assertEq(pad.treasuryFees(), TARGET - POOL_ETH, "treasury");
        assertEq(balance(token, address(pad)), 5_488, "tokens left");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_graduate_closesTheCurveAndKeepsItsNumbers() external {
        address token = graduated();
        ILaunchpad.Curve memory curve = pad.curve(token);
        assertTrue(curve.status == ILaunchpad.Status.Graduated, "status");
        assertEq(curve.realEth, TARGET, "realEth");
        assertEq(curve.sold, CURVE_SUPPLY, "sold");
        assertEq(curve.poolId, poolId(token), "poolId");
        assertEq(pad.realEthRaised(token), TARGET, "realEthRaised");
    }

    function test_graduate_withExactlyTheRightValueRefundsNothing() external {
        address token = launch();
        uint256 funds = alice.balance;
        assertEq(buy(alice, token, FILL), CURVE_SUPPLY, "tokens");
        assertEq(funds - alice.balance, FILL, "paid");
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Graduated, "status");
    }

    function test_graduate_oneWeiLessDoesNot() external {
        address token = launch();
        buy(alice, token, FILL - 1);
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Trading, "status");
        assertEq(pad.realEthRaised(token), TARGET - 1, "realEth");
        buy(alice, token, 1);
        assertTrue(pad.curve(token).status == ILaunchpad.Status.Graduated, "status");
    }

    /// @dev From any state: the price of the pool is the same, and what is left with the launchpad is dust.
    function test_fuzz_graduate_fromAnyState(uint256[6] calldata seeds) external {
        address token = launch();
        for (uint256 i; i < seeds.length; ++i) {
            if (pad.curve(token).status != ILaunchpad.Status.Trading) break;
            buy(alice, token, bound(seeds[i], 1, 0.5 ether));
            uint256 held = balance(token, alice);
            uint256 amount = bound(seeds[i] >> 8, 1e15, held > 1e15 ? held : 1e15);
            if (seeds[i] % 3 == 0 && held >= amount) sell(alice, token, amount);
        }
        if (pad.curve(token).status == ILaunchpad.Status.Trading) buy(bob, token, 900 ether);
        PoolKey memory key = pad.poolKey(token);
        assertEq(poolPrice(key), POOL_PRICE, "price");
        assertEq(poolLiquidity(key), POOL_LIQUIDITY, "liquidity");
        assertEq(balance(token, address(manager)), POOL_TOKENS, "tokens");
        assertLe(balance(token, address(pad)), 1e14, "dust");
        assertEq(address(pad).balance, owed(token), "solvent");
    }

    function test_graduate_manyTokensIndependently() external {
        address first = graduated();
        address second = launch();
        buy(alice, second, 1 ether);
        address third = graduated();
        assertTrue(pad.curve(second).status == ILaunchpad.Status.Trading, "second");
        sell(alice, second, balance(second, alice));
        assertEq(poolPrice(pad.poolKey(first)), poolPrice(pad.poolKey(third)), "price");
        assertEq(pad.treasuryFees(), 2 * (TARGET - POOL_ETH), "treasury");
    }

    /* THE POOL */

    function test_pool_tradesBothWays() external {
        address token = graduated();
        PoolKey memory key = pad.poolKey(token);
        uint256 bought = pool.swap{value: 1 ether}(key, true, 1 ether);
        assertTrue(bought > 0 && balance(token, address(pool)) == bought, "bought");
        uint256 ethBack = pool.swap(key, false, bought);
        assertTrue(ethBack < 1 ether && ethBack > 0.97 ether, "two fees of 1%");
    }

    function test_pool_liquidityCannotBeTakenByAnyone() external {
        address token = graduated();
        PoolKey memory key = pad.poolKey(token);
        vm.expectRevert();
        pool.modify(key, -1);
        assertEq(poolLiquidity(key), POOL_LIQUIDITY, "liquidity");
    }

    function test_pool_acceptsTheLiquidityOfOthersAndGivesItBack() external {
        address token = graduated();
        PoolKey memory key = pad.poolKey(token);
        vm.prank(bob);
        LaunchToken(token).transfer(address(pool), 1e26);
        vm.deal(address(pool), 10 ether);
        pool.modify(key, 1e22);
        assertEq(poolLiquidity(key), POOL_LIQUIDITY + 1e22, "added");
        pool.modify(key, -1e22);
        assertEq(poolLiquidity(key), POOL_LIQUIDITY, "removed");
    }
}
