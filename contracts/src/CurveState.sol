// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "./ILaunchpad.sol";

/// @notice The state of one curve in one storage slot: `flags (6 bits) | status (2) | fees (88) | sold (96) | realEth (64)`.
/// @dev `realEth` is at most 2.864e18 < 2^62 and `sold` at most 8e26 < 2^90. `fees` counts wei that the contract holds, and
/// 2^88 wei is more than twice the ETH there is.
type CurveState is uint256;

using CurveStateLibrary for CurveState global;

/// @dev Does not check the bounds; see above why none can be exceeded.
function packCurveState(
    uint256 realEth,
    uint256 sold,
    uint256 fees,
    ILaunchpad.Status status
) pure returns (CurveState) {
    return CurveState.wrap(realEth | (sold << 64) | (fees << 160) | (uint256(status) << 248));
}

/// @dev Set from creation until the first buy after the opening.
uint256 constant OPENING_FLAG = 1 << 250;
/// @dev Set while pool fees in tokens are kept for the creator.
uint256 constant KEPT_FLAG = 1 << 251;
uint256 constant FLAGS_AND_STATUS = 0xff << 248;
/// @dev The fees without the lowest bit, which is the odd wei.
uint256 constant EVEN_FEES = ((1 << 88) - 2) << 160;
uint256 constant FEES = ((1 << 88) - 1) << 160;

library CurveStateLibrary {
    /// @notice ETH on the curve, in wei.
    function realEth(CurveState self) internal pure returns (uint256) {
        return uint64(CurveState.unwrap(self));
    }

    /// @notice Tokens sold by the curve.
    function sold(CurveState self) internal pure returns (uint256) {
        return uint96(CurveState.unwrap(self) >> 64);
    }

    /// @notice Wei of fees not yet divided between creator and treasury.
    function fees(CurveState self) internal pure returns (uint256) {
        return uint88(CurveState.unwrap(self) >> 160);
    }

    function status(CurveState self) internal pure returns (ILaunchpad.Status) {
        return ILaunchpad.Status((CurveState.unwrap(self) >> 248) & 3);
    }

    /// @notice Whether the curve is open and does not have the opening flag.
    function isPlainTrading(CurveState self) internal pure returns (bool) {
        return CurveState.unwrap(self) >> 248 == uint256(ILaunchpad.Status.Trading);
    }

    /// @notice Whether the curve is open.
    function isTrading(CurveState self) internal pure returns (bool) {
        return (CurveState.unwrap(self) >> 248) & 3 == uint256(ILaunchpad.Status.Trading);
    }

    /// @notice Whether pool fees in tokens are kept for the creator.
    function hasKeptTokens(CurveState self) internal pure returns (bool) {
        return CurveState.unwrap(self) & KEPT_FLAG != 0;
    }

    /// @notice The state with other numbers and the same status and flags.
    function with(CurveState self, uint256 realEth_, uint256 sold_, uint256 fees_) internal pure returns (CurveState) {
        uint256 kept = CurveState.unwrap(self) & FLAGS_AND_STATUS;
        return CurveState.wrap(kept | realEth_ | (sold_ << 64) | (fees_ << 160));
    }

    /// @notice The state with other fees.
    function withFees(CurveState self, uint256 fees_) internal pure returns (CurveState) {
        return CurveState.wrap((CurveState.unwrap(self) & ~FEES) | (fees_ << 160));
    }

    /// @notice The state after its fees are halved: an odd wei is left.
    function withFeesDivided(CurveState self) internal pure returns (CurveState) {
        return CurveState.wrap(CurveState.unwrap(self) & ~EVEN_FEES);
    }

    function withFlag(CurveState self, uint256 flag) internal pure returns (CurveState) {
        return CurveState.wrap(CurveState.unwrap(self) | flag);
    }

    function withoutFlag(CurveState self, uint256 flag) internal pure returns (CurveState) {
        return CurveState.wrap(CurveState.unwrap(self) & ~flag);
    }
}
