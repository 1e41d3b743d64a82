// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A price feed with Chainlink's interface that reports a test price, which anyone may set
contract TestPriceFeed {
    string public constant description = "ETH / USD, test price of the development chain";
    uint8 public constant decimals = 8;
    uint256 public constant version = 1;

    int256 private _answer = 2_500e8;
    uint256 private _age;

    /// @param age Seconds between the last update and the block in which the price is read
    function set(int256 answer, uint256 age) external {
        _answer = answer;
        _age = age;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        updatedAt = block.timestamp - _age;
        return (1, _answer, updatedAt, updatedAt, 1);
    }
}
