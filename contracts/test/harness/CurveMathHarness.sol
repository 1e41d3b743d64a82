// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {CurveMath} from "../../src/CurveMath.sol";
import {GraduationPool} from "../../src/GraduationPool.sol";
import {Text} from "../../src/Text.sol";

/// @notice Opens the libraries to tests, and walks along a curve without the cost of a contract.
contract CurveMathHarness {
    /// What a step of a walk did. `amountIn` is wei for a buy and tokens for a sale.
    struct Step {
        bool isBuy;
        uint256 amountIn;
        uint256 amountOut;
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

    function isContinuous() external pure returns (bool) {
        return GraduationPool.isContinuous();
    }

    function textLength(string calldata text, uint256 max) external pure returns (uint256) {
        return Text.length(text, max);
    }

    /// @notice Walks from a fresh curve until it is full or the steps are done. Bit 255 of a word says whether to buy or to
    /// sell, the rest is the amount: wei, or tokens cut to what was sold. A sale with nothing sold is a buy.
    function walk(uint256[] calldata words) public pure returns (Step[] memory steps) {
        steps = new Step[](words.length);
        uint256 realEth;
        uint256 sold;
        for (uint256 i; i < words.length && realEth < CurveMath.TARGET; ++i) {
            Step memory step = steps[i];
            step.isBuy = words[i] >> 255 == 1 || sold == 0;
            uint256 amount = (words[i] << 1) >> 1;
            if (step.isBuy) {
                step.amountIn = amount;
                (step.amountOut, step.fee, step.used) = CurveMath.quoteBuy(realEth, sold, amount);
                realEth += step.used - step.fee;
                sold += step.amountOut;
            } else {
                step.amountIn = amount < sold ? amount : sold;
                (step.amountOut, step.fee) = CurveMath.quoteSell(realEth, sold, step.amountIn);
                realEth -= step.amountOut + step.fee;
                sold -= step.amountIn;
            }
            (step.realEth, step.sold) = (realEth, sold);
        }
    }

    /// @notice Many walks in one call.
    function walks(uint256[][] calldata paths) external pure returns (Step[][] memory results) {
        results = new Step[][](paths.length);
        for (uint256 i; i < paths.length; ++i) results[i] = walk(paths[i]);
    }
}
