// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {PoolId} from "@uniswap/v4-core/src/types/PoolId.sol";
import {CurveState} from "./CurveState.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {TokenCode} from "./TokenCode.sol";

/// @title LaunchpadState
/// @notice What the launchpad keeps, the guards of its functions, and the checks that they share.
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
    /// @dev One slot for both, which is therefore never empty when a token graduates.
    uint128 internal count;
    uint128 internal treasuryLedger;
    /// @dev Wei of a token's creator that a claim of the treasury's set apart.
    mapping(address token => uint256) internal creatorLedger;
    /// @dev Who holds the creator's right, once it has passed on.
    mapping(address token => address) internal laterCreator;
    mapping(address token => address) internal pendingCreator;
    /// @dev The tokens whose address does not follow from the launchpad's nonce.
    mapping(uint256 index => address) internal saltedToken;
    /// @dev Tokens of a locked first buy that were released.
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

    /// @dev The pool manager calls back only whom it was called by; everything else it might send is refused.
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

    /// @dev Who holds the creator's right; `token` is ours.
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
        // What the recipient returns is not copied.
        assembly ("memory-safe") {
            success := call(gas(), recipient, amount, 0, 0, 0, 0)
        }
        if (!success) revert EthTransferFailed(recipient, amount);
    }
}
