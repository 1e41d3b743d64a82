// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {PoolId} from "@uniswap/v4-core/src/types/PoolId.sol";
import {CurveMath} from "./CurveMath.sol";
import {CurveState} from "./CurveState.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {TokenCode} from "./TokenCode.sol";

/// @title LaunchpadState
/// @notice The launchpad's storage, modifiers and shared checks.
abstract contract LaunchpadState is ILaunchpad {
    /* CONSTANTS */

    /// @inheritdoc ILaunchpad
    IPoolManager public immutable poolManager;
    /// @inheritdoc ILaunchpad
    address public immutable treasury;
    /// @inheritdoc ILaunchpad
    address public immutable tokenImplementation;

    /* STORAGE */

    mapping(address token => CurveState) internal states;
    /// @dev Both share a slot, so that a graduation never pays for a zero slot.
    uint128 internal count;
    uint128 internal treasuryLedger;
    /// @dev Wei owed to a token's creator, divided by a claim of the treasury.
    mapping(address token => uint256) internal creatorLedger;
    /// @dev The holder of the creator's right after a transfer.
    mapping(address token => address) internal laterCreator;
    mapping(address token => address) internal pendingCreator;
    /// @dev The tokens whose address does not follow from the launchpad's nonce.
    mapping(uint256 index => address) internal saltedToken;
    /// @dev Released tokens of a locked first buy.
    mapping(address token => uint256) internal releasedTokens;

    uint256 private transient locked;

    modifier nonReentrant() {
        if (locked != 0) revert Reentrancy();
        locked = 1;
        _;
        locked = 0;
    }

    modifier nonReentrantView() {
        if (locked != 0) revert Reentrancy();
        _;
    }

    /// @dev Only the pool manager, and only during one of our own calls.
    modifier onlyPoolManager() {
        if (msg.sender != address(poolManager) || locked == 0) revert NotPoolManager(msg.sender);
        _;
    }

    modifier before(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        _;
    }

    constructor(IPoolManager poolManager_, address treasury_) {
        bool isHook = uint160(address(this)) & GraduationPool.HOOK_MASK == GraduationPool.HOOK_FLAGS;
        bool isPayable = treasury_ != address(0) && treasury_ != address(this);
        if (!isHook || !isPayable || address(poolManager_).code.length == 0) revert InvalidDeployment();
        assert(GraduationPool.isContinuous());
        // `_divideFees` halves what `CurveMath.shares` divides by this constant.
        assert(2 * CurveMath.CREATOR_SHARE_BPS == CurveMath.BPS);
        poolManager = poolManager_;
        treasury = treasury_;
        tokenImplementation = address(new LaunchToken());
    }

    /* CHECKS */

    function _knownState(address token) internal view returns (CurveState state) {
        state = states[token];
        if (state.status() == Status.Unknown) revert UnknownToken(token);
    }

    /// @dev The state of a token whose curve is open, in an opening or not.
    function _tradingState(address token) internal view returns (CurveState state) {
        state = states[token];
        if (!state.isTrading()) _refuseTrade(token, state);
    }

    function _refuseTrade(address token, CurveState state) internal view {
        if (state.status() == Status.Unknown) revert UnknownToken(token);
        revert AlreadyGraduated(token, _poolId(token));
    }

    function _requireCreator(address token) internal view returns (CurveState state) {
        state = _knownState(token);
        address creator = _creatorOf(token);
        if (msg.sender != creator) revert NotCreator(msg.sender, creator);
    }

    function _requireRecipient(address recipient) internal view {
        if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);
    }

    /// @dev The same for a recipient of tokens, which could never leave the token's own address. One branch for all three.
    function _requireHolder(address recipient, address token) internal view {
        bool isRefused;
        assembly ("memory-safe") {
            isRefused := or(or(iszero(recipient), eq(recipient, address())), eq(recipient, token))
        }
        if (isRefused) revert InvalidRecipient(recipient);
    }

    /// @dev The holder of the creator's right; `token` must be ours.
    function _creatorOf(address token) internal view returns (address creator) {
        creator = laterCreator[token];
        if (creator == address(0)) creator = TokenCode.firstHolder(token);
    }

    function _poolId(address token) internal view returns (bytes32) {
        return PoolId.unwrap(GraduationPool.keyOf(token).toId());
    }

    /* PAYMENT */

    function _sendEth(address recipient, uint256 amount) internal {
        bool success;
        // Return data is not copied, so that the recipient cannot make us pay for it.
        assembly ("memory-safe") {
            success := call(gas(), recipient, amount, 0, 0, 0, 0)
        }
        if (!success) revert EthTransferFailed(recipient, amount);
    }
}
