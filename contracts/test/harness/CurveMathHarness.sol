// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CurveMath} from "../../src/CurveMath.sol";
import {GraduationPool} from "../../src/GraduationPool.sol";
import {Text} from "../../src/Text.sol";
import {TokenCode} from "../../src/TokenCode.sol";

/// @notice Opens the libraries to tests, and walks along a curve without the cost of a contract.
contract CurveMathHarness {
    /// The result of one step of a walk. `amountIn` is wei for a buy and tokens for a sale; `exactIn` is what buys the same at least.
    struct Step {
        bool isBuy;
        uint256 amountIn;
        uint256 amountOut;
        uint256 withheld;
        uint256 exactIn;
        uint256 fee;
        uint256 used;
        uint256 realEth;
        uint256 sold;
    }

    function feeDown(uint256 gross) external pure returns (uint256) {
        return CurveMath.feeDown(gross);
    }

    function shares(uint256 fees) external pure returns (uint256 forCreator, uint256 forTreasury) {
        return CurveMath.shares(fees);
    }

    function grossFor(uint256 net) external pure returns (uint256) {
        return CurveMath.grossFor(net);
    }

    function tokensOutDown(uint256 realEth, uint256 sold, uint256 net) external pure returns (uint256) {
        return CurveMath.tokensOutDown(realEth, sold, net);
    }

    function ethOutDown(uint256 realEth, uint256 sold, uint256 tokens) external pure returns (uint256) {
        return CurveMath.ethOutDown(realEth, sold, tokens);
    }

    function ethInUp(uint256 realEth, uint256 sold, uint256 tokens) external pure returns (uint256) {
        return CurveMath.ethInUp(realEth, sold, tokens);
    }

    function quoteBuy(
        uint256 realEth,
        uint256 sold,
        uint256 value
    ) external pure returns (uint256 tokensOut, uint256 fee, uint256 ethUsed) {
        return CurveMath.quoteBuy(realEth, sold, value);
    }

    function quoteSell(
        uint256 realEth,
        uint256 sold,
        uint256 tokens
    ) external pure returns (uint256 ethOut, uint256 fee) {
        return CurveMath.quoteSell(realEth, sold, tokens);
    }

    function surchargeBps(uint256 opening, uint256 elapsed) external pure returns (uint256) {
        return CurveMath.surchargeBps(opening, elapsed);
    }

    function withheldUp(uint256 tokens, uint256 surcharge) external pure returns (uint256) {
        return CurveMath.withheldUp(tokens, surcharge);
    }

    function beforeSurchargeUp(uint256 tokens, uint256 surcharge) external pure returns (uint256) {
        return CurveMath.beforeSurchargeUp(tokens, surcharge);
    }

    function isContinuous() external pure returns (bool) {
        return GraduationPool.isContinuous();
    }

    function plainCreation(
        address implementation,
        address creator,
        string calldata name,
        string calldata symbol
    ) external pure returns (bytes memory) {
        return TokenCode.plainCreation(implementation, TokenCode.plainArguments(creator, name, symbol));
    }

    function termedCreation(
        address implementation,
        address creator,
        string calldata name,
        string calldata symbol,
        bytes24 terms
    ) external pure returns (bytes memory) {
        return TokenCode.termedCreation(implementation, TokenCode.termedArguments(creator, name, symbol, terms));
    }

    function packTerms(address feeHolder, uint16 openingSeconds, uint16 lockDays) external pure returns (bytes24) {
        return TokenCode.packTerms(feeHolder, openingSeconds, lockDays);
    }

    function unpackTerms(bytes24 terms) external pure returns (address, uint256, uint256) {
        return TokenCode.unpackTerms(terms);
    }

    function firstHolder(address token) external view returns (address) {
        return TokenCode.firstHolder(token);
    }

    function times(address token) external view returns (uint256, uint256, uint256) {
        return TokenCode.times(token);
    }

    function textLength(string calldata text, uint256 max) external pure returns (uint256) {
        return Text.length(text, max);
    }

    /// @notice Walks from a fresh curve until it is full or the steps are done. Bit 255 of a word says whether to buy or to
    /// sell, the 14 bits below are the surcharge of a buy, cut to what an opening can have, the rest is the amount: wei, or
    /// tokens cut to what was sold. A sale with nothing sold is a buy.
    function walk(uint256[] calldata words) public pure returns (Step[] memory steps) {
        steps = new Step[](words.length);
        uint256 realEth;
        uint256 sold;
        for (uint256 i; i < words.length && realEth < CurveMath.TARGET; ++i) {
            Step memory step = steps[i];
            step.isBuy = words[i] >> 255 == 1 || sold == 0;
            uint256 amount = (words[i] << 15) >> 15;
            if (step.isBuy) {
                step.amountIn = amount;
                uint256 surcharge = ((words[i] << 1) >> 242) % (CurveMath.SURCHARGE_BPS + 1);
                (step.amountOut, step.fee, step.used) = CurveMath.quoteBuy(realEth, sold, amount);
                step.withheld = CurveMath.withheldUp(step.amountOut, surcharge);
                step.amountOut -= step.withheld;
                step.exactIn = exactIn(realEth, sold, CurveMath.beforeSurchargeUp(step.amountOut, surcharge));
                realEth += step.used - step.fee;
                sold += step.amountOut + step.withheld;
            } else {
                step.amountIn = amount < sold ? amount : sold;
                (step.amountOut, step.fee) = CurveMath.quoteSell(realEth, sold, step.amountIn);
                realEth -= step.amountOut + step.fee;
                sold -= step.amountIn;
            }
            (step.realEth, step.sold) = (realEth, sold);
        }
    }

    function exactIn(uint256 realEth, uint256 sold, uint256 tokens) private pure returns (uint256) {
        return CurveMath.grossFor(CurveMath.ethInUp(realEth, sold, tokens));
    }

    /// @notice Many walks in one call.
    function walks(uint256[][] calldata paths) external pure returns (Step[][] memory results) {
        results = new Step[][](paths.length);
        for (uint256 i; i < paths.length; ++i) results[i] = walk(paths[i]);
    }
}
