// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {CurveMath} from "./CurveMath.sol";
import {CurveState} from "./CurveState.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchpadCreation} from "./LaunchpadCreation.sol";
import {LaunchpadFees} from "./LaunchpadFees.sol";
import {LaunchpadState} from "./LaunchpadState.sol";

/// @title Launchpad
/// @notice See `ILaunchpad`. Creation, trading and fees are in the parent contracts; this one has the views and the callbacks
/// of the pool manager.
/// @dev The contract is the hook of every pool it opens. Its address has the one permission bit `BEFORE_INITIALIZE` and the
/// code has no such function. The pool manager skips the hook when the hook itself is the caller, so that the launchpad can
/// open these pools and no one else can.
contract Launchpad is LaunchpadCreation, LaunchpadFees, IUnlockCallback {
    constructor(IPoolManager poolManager_, address treasury_) LaunchpadState(poolManager_, treasury_) {}

    /* VIEWS */

    /// @inheritdoc ILaunchpad
    function cfg()
        external
        pure
        returns (
            uint256 totalSupply,
            uint256 curveSupply,
            uint256 virtualEth,
            uint256 virtualToken,
            uint256 gradEthTarget,
            uint16 tradeFeeBps,
            uint16 gradFeeBps,
            uint16 creatorFeeShareBps
        )
    {
        return (
            CurveMath.TOTAL_SUPPLY,
            CurveMath.CURVE_SUPPLY,
            CurveMath.VIRTUAL_ETH,
            CurveMath.VIRTUAL_TOKEN,
            CurveMath.TARGET,
            CurveMath.TRADE_FEE_BPS,
            CurveMath.GRADUATION_FEE_BPS,
            CurveMath.CREATOR_SHARE_BPS
        );
    }

    /// @inheritdoc ILaunchpad
    function realEthRaised(address token) external view nonReentrantView returns (uint256) {
        return states[token].realEth();
    }

    /// @inheritdoc ILaunchpad
    function tokenCount() external view returns (uint256) {
        return count;
    }

    /// @inheritdoc ILaunchpad
    function treasuryFees() external view returns (uint256) {
        return treasuryLedger;
    }

    /// @inheritdoc ILaunchpad
    function curve(address token) public view nonReentrantView returns (Curve memory result) {
        CurveState state = states[token];
        result.token = token;
        result.status = state.status();
        if (result.status == Status.Unknown) return result;
        (uint256 forCreator, uint256 forTreasury) = CurveMath.shares(state.fees());
        result.creator = _creatorOf(token);
        result.pendingCreator = pendingCreator[token];
        result.realEth = state.realEth();
        result.sold = state.sold();
        result.creatorFees = creatorLedger[token] + forCreator;
        result.treasuryFees = forTreasury;
        if (result.status != Status.Graduated) return result;
        result.poolId = _poolId(token);
        result.creatorTokens = _keptTokens(token, state);
    }

    /// @inheritdoc ILaunchpad
    function curves(address[] calldata tokenList) external view returns (Curve[] memory list) {
        list = new Curve[](tokenList.length);
        for (uint256 i; i < list.length; ++i) list[i] = curve(tokenList[i]);
    }

    /// @inheritdoc ILaunchpad
    function poolKey(address token) external view returns (PoolKey memory) {
        return GraduationPool.keyOf(token);
    }

    /// @inheritdoc ILaunchpad
    function heldTokens(address token) external view returns (uint256) {
        CurveState state = states[token];
        if (state.status() == Status.Unknown) return 0;
        uint256 inPool = state.status() == Status.Graduated ? GraduationPool.TOKENS : 0;
        return CurveMath.TOTAL_SUPPLY - state.sold() - inPool;
    }

    /* UNISWAP */

    /// @dev Receives the fees of a pool during their collection, and nothing else.
    receive() external payable onlyPoolManager {}

    /// @inheritdoc IUnlockCallback
    /// @dev `data` encodes the token, the recipient of the creator's tokens (zero to open the pool) and the tokens kept before.
    function unlockCallback(bytes calldata data) external onlyPoolManager returns (bytes memory) {
        (address token, address recipient, uint256 keptTokens) = abi.decode(data, (address, address, uint256));
        if (recipient != address(0)) return GraduationPool.collect(poolManager, token, recipient, keptTokens, treasury);
        GraduationPool.seed(poolManager, token);
        return "";
    }
}
