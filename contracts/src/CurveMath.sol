// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CurveMath
/// @notice The constants and the arithmetic of the curve. The suffix of a name is its rounding, always in favour of the curve.
/// @dev A curve's whole state is (`realEth`, `sold`), at most (`TARGET`, `CURVE_SUPPLY`). No product here exceeds 2^160, so
/// nothing overflows, and nothing underflows while `sold` is at most `CURVE_SUPPLY`: the arithmetic is unchecked.
library CurveMath {
    uint256 internal constant TOTAL_SUPPLY = 1_000_000_000e18;
    uint256 internal constant CURVE_SUPPLY = 800_000_000e18;
    /// @dev 71.6 / 73 ETH rounded down: with it the last price of the curve is the first price of the pool.
    uint256 internal constant VIRTUAL_ETH = 980821917808219178;
    /// @dev The smallest number with which the curve sells exactly `CURVE_SUPPLY` for exactly `TARGET`.
    uint256 internal constant VIRTUAL_TOKEN = 1073972602739726027374301676;
    uint256 internal constant TARGET = 2.864 ether;

    uint256 internal constant BPS = 10_000;
    uint16 internal constant TRADE_FEE_BPS = 100;
    uint16 internal constant GRADUATION_FEE_BPS = 200;
    uint16 internal constant CREATOR_SHARE_BPS = 5_000;

    /// @dev The share that an opening withholds of a buy in its first second.
    uint256 internal constant SURCHARGE_BPS = 9_900;

    /// @notice The trade fee contained in `gross`.
    function feeDown(uint256 gross) internal pure returns (uint256) {
        unchecked {
            return (gross * TRADE_FEE_BPS) / BPS;
        }
    }

    /// @notice The shares of `fees`; an odd unit is the treasury's.
    function shares(uint256 fees) internal pure returns (uint256 forCreator, uint256 forTreasury) {
        unchecked {
            forCreator = (fees * CREATOR_SHARE_BPS) / BPS;
            forTreasury = fees - forCreator;
        }
    }

    /// @notice The smallest value of which exactly `net` is left after the trade fee; `net` is not zero.
    function grossFor(uint256 net) internal pure returns (uint256) {
        unchecked {
            return ((net - 1) * BPS) / (BPS - TRADE_FEE_BPS) + 1;
        }
    }

    /// @notice Tokens for `net` wei.
    function tokensOutDown(uint256 realEth, uint256 sold, uint256 net) internal pure returns (uint256) {
        unchecked {
            return ((VIRTUAL_TOKEN - sold) * net) / (VIRTUAL_ETH + realEth + net);
        }
    }

    /// @notice Wei for `tokens`, before the fee; `tokens` is at most `sold`.
    function ethOutDown(uint256 realEth, uint256 sold, uint256 tokens) internal pure returns (uint256) {
        unchecked {
            return ((VIRTUAL_ETH + realEth) * tokens) / (VIRTUAL_TOKEN - sold + tokens);
        }
    }

    /// @notice The fewest wei, before the fee, that buy at least `tokens`, which is at most what the curve has left.
    function ethInUp(uint256 realEth, uint256 sold, uint256 tokens) internal pure returns (uint256) {
        unchecked {
            uint256 left = VIRTUAL_TOKEN - sold - tokens;
            return ((VIRTUAL_ETH + realEth) * tokens + left - 1) / left;
        }
    }

    /// @notice The share of its tokens that a buy does not get, `elapsed` seconds into an opening of `opening` seconds.
    /// @dev Not zero before the end, for an opening has fewer seconds than `SURCHARGE_BPS`.
    function surchargeBps(uint256 opening, uint256 elapsed) internal pure returns (uint256) {
        unchecked {
            return elapsed < opening ? (SURCHARGE_BPS * (opening - elapsed)) / opening : 0;
        }
    }

    /// @notice The part of `tokens` that is withheld.
    function withheldUp(uint256 tokens, uint256 surcharge) internal pure returns (uint256) {
        unchecked {
            return (tokens * surcharge + BPS - 1) / BPS;
        }
    }

    /// @notice The fewest tokens of which `tokens` are left when the surcharge is withheld.
    function beforeSurchargeUp(uint256 tokens, uint256 surcharge) internal pure returns (uint256) {
        unchecked {
            uint256 rest = BPS - surcharge;
            return (tokens * BPS + rest - 1) / rest;
        }
    }

    /// @notice A buy with `value` wei, cut to what the curve has left.
    /// @return tokensOut Tokens bought.
    /// @return fee Trade fee, part of `ethUsed`.
    /// @return ethUsed Wei spent; less than `value` only if the buy fills the curve.
    function quoteBuy(
        uint256 realEth,
        uint256 sold,
        uint256 value
    ) internal pure returns (uint256 tokensOut, uint256 fee, uint256 ethUsed) {
        unchecked {
            uint256 room = TARGET - realEth;
            // A value so large that its fee wraps around is still far beyond the room, for no fee exceeds 2^256 / 10^4.
            ethUsed = value - feeDown(value) > room ? grossFor(room) : value;
            fee = feeDown(ethUsed);
            tokensOut = tokensOutDown(realEth, sold, ethUsed - fee);
        }
    }

    /// @notice A sale of `tokens`, at most `sold`.
    function quoteSell(
        uint256 realEth,
        uint256 sold,
        uint256 tokens
    ) internal pure returns (uint256 ethOut, uint256 fee) {
        unchecked {
            uint256 gross = ethOutDown(realEth, sold, tokens);
            fee = feeDown(gross);
            ethOut = gross - fee;
        }
    }
}
