// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PoolId} from "@uniswap/v4-core/src/types/PoolId.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {CurveMath} from "./CurveMath.sol";
import {CurveState, OPENING_FLAG, packCurveState} from "./CurveState.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {LaunchpadState} from "./LaunchpadState.sol";
import {TokenCode} from "./TokenCode.sol";

/// @title LaunchpadTrading
/// @notice Buys, sales and their quotes, and the graduation inside the buy that fills a curve.
abstract contract LaunchpadTrading is LaunchpadState {
    /// @dev Receives the tokens that an opening withholds. No one has its key.
    address private constant BURNED = 0x000000000000000000000000000000000000dEaD;

    /* TRADE */

    /// @inheritdoc ILaunchpad
    function buy(address token, uint256 minTokensOut) external payable nonReentrant {
        (CurveState state, uint256 surcharge) = _buyingState(token);
        _buy(token, state, minTokensOut, msg.sender, surcharge);
    }

    /// @inheritdoc ILaunchpad
    function buyFor(
        address token,
        uint256 minTokensOut,
        address recipient,
        uint256 deadline
    ) external payable nonReentrant before(deadline) returns (uint256 tokensOut) {
        _requireHolder(recipient, token);
        (CurveState state, uint256 surcharge) = _buyingState(token);
        return _buy(token, state, minTokensOut, recipient, surcharge);
    }

    /// @inheritdoc ILaunchpad
    function sell(address token, uint256 tokenAmount, uint256 minEthOut) external nonReentrant {
        _sell(token, tokenAmount, minEthOut, msg.sender);
    }

    /// @inheritdoc ILaunchpad
    function sellFor(
        address token,
        uint256 tokenAmount,
        uint256 minEthOut,
        address recipient,
        uint256 deadline
    ) external nonReentrant before(deadline) returns (uint256 ethOut) {
        _requireRecipient(recipient);
        return _sell(token, tokenAmount, minEthOut, recipient);
    }

    /* QUOTES */

    /// @inheritdoc ILaunchpad
    function getBuyQuote(
        address token,
        uint256 ethIn
    ) external view nonReentrantView returns (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund) {
        (CurveState state, uint256 surcharge) = _buyingState(token);
        if (ethIn == 0) revert ZeroAmount();
        (tokensOut, fee, ethUsed) = CurveMath.quoteBuy(state.realEth(), state.sold(), ethIn);
        tokensOut -= CurveMath.withheldUp(tokensOut, surcharge);
        refund = ethIn - ethUsed;
    }

    /// @inheritdoc ILaunchpad
    /// @dev The bound is checked before the amount is scaled up, so that the scaling cannot overflow.
    function getBuyQuoteExactOut(
        address token,
        uint256 tokensOut
    ) external view nonReentrantView returns (uint256 ethIn, uint256 fee) {
        (CurveState state, uint256 surcharge) = _buyingState(token);
        if (tokensOut == 0) revert ZeroAmount();
        (uint256 realEth, uint256 sold) = (state.realEth(), state.sold());
        uint256 available = CurveMath.tokensOutDown(realEth, sold, CurveMath.TARGET - realEth);
        available -= CurveMath.withheldUp(available, surcharge);
        if (tokensOut > available) revert AmountExceedsCurve(tokensOut, available);
        tokensOut = CurveMath.beforeSurchargeUp(tokensOut, surcharge);
        ethIn = CurveMath.grossFor(CurveMath.ethInUp(realEth, sold, tokensOut));
        fee = CurveMath.feeDown(ethIn);
    }

    /// @inheritdoc ILaunchpad
    function getSellQuote(
        address token,
        uint256 tokenAmount
    ) external view nonReentrantView returns (uint256 ethOut, uint256 fee) {
        return _quoteSell(_tradingState(token), tokenAmount);
    }

    /// @inheritdoc ILaunchpad
    function openingOf(address token) external view returns (uint256 surchargeBps, uint256 endsAt) {
        _knownState(token);
        (uint256 opening, , uint256 createdAt) = TokenCode.times(token);
        if (opening == 0) return (0, 0);
        return (CurveMath.surchargeBps(opening, block.timestamp - createdAt), createdAt + opening);
    }

    /* INTERNAL */

    /// @dev The state to buy from and the current surcharge. A token without an opening, or with a buy after it, takes one
    /// comparison.
    /// @return state Has the opening flag only while there is a surcharge.
    function _buyingState(address token) private view returns (CurveState state, uint256 surcharge) {
        state = states[token];
        if (state.isPlainTrading()) return (state, 0);
        if (!state.isTrading()) _refuseTrade(token, state);
        (uint256 opening, , uint256 createdAt) = TokenCode.times(token);
        surcharge = CurveMath.surchargeBps(opening, block.timestamp - createdAt);
        if (surcharge == 0) state = state.withoutFlag(OPENING_FLAG);
    }

    /// @dev The curve sells the whole amount and the withheld part is burned, so that the state of the curve and the price of
    /// the pool are the same as without an opening, and no one gains from the surcharge.
    function _buy(
        address token,
        CurveState state,
        uint256 minTokensOut,
        address recipient,
        uint256 surcharge
    ) internal returns (uint256 tokensOut) {
        if (msg.value == 0) revert ZeroAmount();
        (uint256 realEth, uint256 sold) = (state.realEth(), state.sold());
        uint256 fee;
        uint256 ethUsed;
        (tokensOut, fee, ethUsed) = CurveMath.quoteBuy(realEth, sold, msg.value);
        realEth += ethUsed - fee;
        sold += tokensOut;
        uint256 withheld;
        if (surcharge != 0) {
            withheld = CurveMath.withheldUp(tokensOut, surcharge);
            tokensOut -= withheld;
        }
        if (tokensOut < minTokensOut) revert SlippageExceeded(tokensOut, minTokensOut);

        bool isFull = realEth == CurveMath.TARGET;
        states[token] =
            isFull
                ? packCurveState(realEth, sold, state.fees() + fee, Status.Graduated)
                : state.with(realEth, sold, state.fees() + fee);
        emit Trade(token, msg.sender, recipient, true, ethUsed, tokensOut, fee, realEth, sold);

        LaunchToken(token).transfer(recipient, tokensOut);
        if (withheld != 0) LaunchToken(token).transfer(BURNED, withheld);
        if (isFull) _graduate(token);
        if (msg.value != ethUsed) _sendEth(msg.sender, msg.value - ethUsed);
    }

    function _sell(
        address token,
        uint256 tokenAmount,
        uint256 minEthOut,
        address recipient
    ) private returns (uint256 ethOut) {
        CurveState state = _tradingState(token);
        uint256 fee;
        (ethOut, fee) = _quoteSell(state, tokenAmount);
        if (ethOut < minEthOut) revert SlippageExceeded(ethOut, minEthOut);

        uint256 realEth = state.realEth() - ethOut - fee;
        uint256 sold = state.sold() - tokenAmount;
        states[token] = state.with(realEth, sold, state.fees() + fee);
        emit Trade(token, msg.sender, recipient, false, ethOut, tokenAmount, fee, realEth, sold);

        LaunchToken(token).transferFrom(msg.sender, address(this), tokenAmount);
        _sendEth(recipient, ethOut);
    }

    function _quoteSell(CurveState state, uint256 tokenAmount) private pure returns (uint256 ethOut, uint256 fee) {
        uint256 sold = state.sold();
        if (tokenAmount > sold) revert AmountExceedsSold(tokenAmount, sold);
        (ethOut, fee) = CurveMath.quoteSell(state.realEth(), sold, tokenAmount);
        if (ethOut == 0) revert ZeroAmount();
    }

    /// @dev Opens and seeds the pool. It cannot exist before: only this contract can open a pool with this key, and does so once.
    function _graduate(address token) private {
        PoolKey memory key = GraduationPool.keyOf(token);
        uint256 fee = CurveMath.TARGET - GraduationPool.ETH;
        treasuryLedger += uint128(fee);
        poolManager.initialize(key, GraduationPool.SQRT_PRICE_X96);
        poolManager.unlock(abi.encode(token, address(0), uint256(0)));
        emit Graduated(
            token,
            PoolId.unwrap(key.toId()),
            key,
            GraduationPool.SQRT_PRICE_X96,
            GraduationPool.LIQUIDITY,
            GraduationPool.ETH,
            GraduationPool.TOKENS,
            fee
        );
    }
}
