// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {ILaunchpad} from "../src/ILaunchpad.sol";
import {LaunchpadHandler} from "./LaunchpadHandler.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";

/// @notice What holds after any sequence of actions of any number of accounts on any number of tokens.
contract LaunchpadInvariantTest is LaunchpadTest {
    LaunchpadHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new LaunchpadHandler(pad, manager, pool, treasury);
        vm.deal(address(handler), 1e27);
        handler.begin();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev One campaign checks all of them after every step.
    function invariant_core() external view {
        check_01_solvency();
        check_02_productNeverFalls();
        check_03_supply();
        check_04_bounds();
        check_05_graduation();
        check_06_quotes();
        check_07_roundTrips();
        check_08_claims();
        check_09_count();
        check_10_openings();
        check_11_locks();
        check_12_keptTokens();
    }

    /// @dev 1: the contract holds what it owes, what was forced upon it, and nothing else.
    function check_01_solvency() private view {
        assertEq(address(pad).balance, owed(handler.list()) + handler.forced(), "balance");
    }

    /// @dev 2: no trade ever lowers the product of the reserves.
    function check_02_productNeverFalls() private view {
        assertTrue(!handler.productFell(), "k");
    }

    /// @dev 3: every token's balances add up to its supply.
    function check_03_supply() private view {
        address[] memory list = handler.list();
        for (uint256 i; i < list.length; ++i) assertEq(handler.sumOfBalances(list[i]), TOTAL_SUPPLY, "sum");
    }

    /// @dev 4: the curve stays within its bounds.
    function check_04_bounds() private view {
        address[] memory list = handler.list();
        for (uint256 i; i < list.length; ++i) {
            ILaunchpad.Curve memory curve = pad.curve(list[i]);
            assertLe(curve.realEth, TARGET, "realEth");
            assertLe(curve.sold, CURVE_SUPPLY, "sold");
        }
    }

    /// @dev 5: a full curve has graduated into a pool that opened at the one price, and its liquidity never leaves.
    function check_05_graduation() private view {
        address[] memory list = handler.list();
        for (uint256 i; i < list.length; ++i) {
            ILaunchpad.Curve memory curve = pad.curve(list[i]);
            PoolKey memory key = pad.poolKey(list[i]);
            bool isGraduated = curve.status == ILaunchpad.Status.Graduated;
            assertTrue(isGraduated == (curve.realEth == TARGET), "status");
            assertEq(poolLiquidity(key), isGraduated ? POOL_LIQUIDITY : 0, "liquidity");
            assertTrue(isGraduated || poolPrice(key) == 0, "no pool before");
            if (!isGraduated) continue;
            assertEq(handler.openingPrice(list[i]), POOL_PRICE, "opening price");
            assertEq(curve.sold, handler.soldAtGraduation(list[i]), "sold is frozen");
        }
    }

    /// @dev 6: quotes are what happens.
    function check_06_quotes() private view {
        assertTrue(!handler.quoteMissed(), "quote");
    }

    /// @dev 7: going in and out of the curve never pays.
    function check_07_roundTrips() private view {
        assertTrue(!handler.roundTripPaid(), "profit");
    }

    /// @dev 8: no more is claimed than was earned, and the creator gets half of every sum, in any order of claims.
    function check_08_claims() private view {
        address[] memory list = handler.list();
        uint256 unclaimed = pad.treasuryFees();
        for (uint256 i; i < list.length; ++i) {
            ILaunchpad.Curve memory curve = pad.curve(list[i]);
            unclaimed += curve.creatorFees + curve.treasuryFees;
            uint256 forCreator = curve.creatorFees + handler.claimedByCreator(list[i]);
            assertEq(forCreator, handler.feesOf(list[i]) / 2, "the creator's half");
        }
        assertEq(handler.earned(), handler.claimed() + unclaimed, "fees");
        assertEq(treasury.balance, handler.claimedByTreasury(), "treasury");
    }

    /// @dev 9: the list of tokens is what was created.
    function check_09_count() private view {
        address[] memory created = handler.list();
        address[] memory listed = pad.tokens(0, type(uint256).max);
        assertEq(pad.tokenCount(), created.length, "count");
        assertEq(keccak256(abi.encode(listed)), keccak256(abi.encode(created)), "list");
    }

    /// @dev 10: tokens are burned in openings only.
    function check_10_openings() private view {
        assertTrue(!handler.burnedLate(), "burned outside an opening");
        address[] memory list = handler.list();
        for (uint256 i; i < list.length; ++i) assertEq(balance(list[i], BURNED), handler.burned(list[i]), "burned");
    }

    /// @dev 11: a locked first buy is where it was or was released, and never faster than its time passes.
    function check_11_locks() private view {
        address[] memory list = handler.list();
        for (uint256 i; i < list.length; ++i) {
            uint256 total = handler.lockedAtFirst(list[i]) + handler.strayed(list[i]);
            uint256 released = handler.released(list[i]);
            assertEq(balance(list[i], list[i]) + released, total, "locked or released");
            (uint256 endsAt, uint256 lockedTokens, uint256 releasedBy, uint256 releasable) = pad.lockOf(list[i]);
            assertEq(endsAt, handler.lockEnd(list[i]), "end");
            if (endsAt == 0) continue;
            assertEq(releasedBy, released, "released");
            assertLe(releasable, lockedTokens, "covered");
            if (block.timestamp >= endsAt) assertEq(releasable, lockedTokens, "all is due");
        }
    }

    /// @dev 12: the creator's tokens of pool fees are kept until it claims.
    function check_12_keptTokens() private view {
        address[] memory list = handler.list();
        for (uint256 i; i < list.length; ++i)
            assertEq(pad.curve(list[i]).creatorTokens, handler.keptTokens(list[i]), "kept");
    }
}
