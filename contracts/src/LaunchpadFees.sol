// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CurveState, KEPT_FLAG} from "./CurveState.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {LaunchpadState} from "./LaunchpadState.sol";
import {TokenCode} from "./TokenCode.sol";

/// @title LaunchpadFees
/// @notice Fees, the creator's right to them, and the release of a locked first buy.
abstract contract LaunchpadFees is LaunchpadState {
    /* FEES */

    /// @inheritdoc ILaunchpad
    function collectPoolFees(address token) external nonReentrant returns (uint256 ethAmount, uint256 tokenAmount) {
        CurveState state = _knownState(token);
        if (state.status() != Status.Graduated) revert NotGraduated(token);
        uint256 forCreator;
        uint256 forTreasury;
        (ethAmount, forCreator, forTreasury) = _collect(token, address(this), 0);
        state = state.withFees(state.fees() + ethAmount);
        states[token] = forCreator != 0 ? state.withFlag(KEPT_FLAG) : state;
        tokenAmount = forCreator + forTreasury;
    }

    /// @inheritdoc ILaunchpad
    function claimCreatorFees(address token, address recipient) external nonReentrant returns (uint256 amount) {
        _requireRecipient(recipient);
        CurveState state = _requireCreator(token);
        uint256 tokenAmount;
        if (state.status() == Status.Graduated) {
            uint256 kept = _keptTokens(token, state);
            (uint256 ethAmount, uint256 forCreator, ) = _collect(token, recipient, kept);
            state = state.withFees(state.fees() + ethAmount).withoutFlag(KEPT_FLAG);
            tokenAmount = forCreator + kept;
        }
        amount = creatorLedger[token];
        if (amount != 0) creatorLedger[token] = 0;
        amount += _divideFees(token, state);
        emit FeesClaimed(token, msg.sender, recipient, amount, tokenAmount);
        _sendEth(recipient, amount);
    }

    /// @inheritdoc ILaunchpad
    function claimTreasuryFees(address[] calldata tokenList) external nonReentrant returns (uint256 amount) {
        for (uint256 i; i < tokenList.length; ++i) {
            uint256 forCreator = _divideFees(tokenList[i], _knownState(tokenList[i]));
            if (forCreator != 0) creatorLedger[tokenList[i]] += forCreator;
        }
        amount = treasuryLedger;
        treasuryLedger = 0;
        emit TreasuryFeesClaimed(amount);
        _sendEth(treasury, amount);
    }

    /// @inheritdoc ILaunchpad
    function uncollectedPoolFees(
        address token
    ) external view nonReentrantView returns (uint256 ethAmount, uint256 tokenAmount) {
        if (states[token].status() == Status.Graduated) return GraduationPool.uncollected(poolManager, token);
    }

    /* CREATOR'S RIGHT */

    /// @inheritdoc ILaunchpad
    function transferCreator(address token, address newCreator) external nonReentrant {
        _requireCreator(token);
        pendingCreator[token] = newCreator;
        emit CreatorTransferStarted(token, msg.sender, newCreator);
    }

    /// @inheritdoc ILaunchpad
    function acceptCreator(address token) external nonReentrant {
        address pending = pendingCreator[token];
        if (msg.sender != pending) revert NotPendingCreator(msg.sender, pending);
        emit CreatorTransferred(token, _creatorOf(token), msg.sender);
        laterCreator[token] = msg.sender;
        delete pendingCreator[token];
    }

    /* LOCKED FIRST BUY */

    /// @inheritdoc ILaunchpad
    function releaseLock(address token) external nonReentrant returns (uint256 amount) {
        uint256 endsAt;
        uint256 released;
        (endsAt, , released, amount) = _lockOf(token);
        if (endsAt == 0) revert NotLocked(token);
        if (amount == 0) revert ZeroAmount();
        releasedTokens[token] = released + amount;
        address holder = _creatorOf(token);
        emit LockReleased(token, holder, amount);
        LaunchToken(token).transferFrom(token, holder, amount);
    }

    /// @inheritdoc ILaunchpad
    function lockOf(
        address token
    )
        external
        view
        nonReentrantView
        returns (uint256 endsAt, uint256 lockedTokens, uint256 released, uint256 releasable)
    {
        return _lockOf(token);
    }

    /* INTERNAL */

    /// @dev Collects the fees of the pool: ETH to this contract, the creator's tokens and those `kept` before to `recipient`. If
    /// that is this contract, the tokens are kept for the creator.
    function _collect(
        address token,
        address recipient,
        uint256 kept
    ) private returns (uint256 ethAmount, uint256 forCreator, uint256 forTreasury) {
        bytes memory result = poolManager.unlock(abi.encode(token, recipient, kept));
        (ethAmount, forCreator, forTreasury) = abi.decode(result, (uint256, uint256, uint256));
        emit PoolFeesCollected(token, ethAmount, forCreator, forTreasury);
    }

    /// @dev Divides the fees of `state`, which may differ from the stored state, and credits the treasury with its half. The
    /// caller pays or credits the creator's half. An odd wei stays undivided, so that the creator gets half of the sum, rounded
    /// down once, however often the treasury claims in between.
    function _divideFees(address token, CurveState state) private returns (uint256 half) {
        half = state.fees() / 2;
        treasuryLedger += uint128(half);
        states[token] = state.withFeesDivided();
    }

    function _keptTokens(address token, CurveState state) internal view returns (uint256) {
        return state.hasKeptTokens() ? GraduationPool.kept(poolManager, token) : 0;
    }

    /// @dev Linear in time. Tokens that anyone else sent to the token's address are released with the rest.
    function _lockOf(
        address token
    ) private view returns (uint256 endsAt, uint256 lockedTokens, uint256 released, uint256 releasable) {
        _knownState(token);
        (, uint256 lockDays, uint256 createdAt) = TokenCode.times(token);
        if (lockDays == 0) return (0, 0, 0, 0);
        uint256 duration = lockDays * 1 days;
        uint256 elapsed = block.timestamp - createdAt;
        endsAt = createdAt + duration;
        released = releasedTokens[token];
        lockedTokens = LaunchToken(token).balanceOf(token);
        uint256 total = lockedTokens + released;
        releasable = (elapsed < duration ? (total * elapsed) / duration : total) - released;
    }
}
