// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ILaunchpad} from "./ILaunchpad.sol";

/// @notice The state of one curve in one storage slot: `status (8 bits) | fees (88) | sold (96) | realEth (64)`.
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
        return ILaunchpad.Status(CurveState.unwrap(self) >> 248);
    }
}
