// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StandardToken} from "./StandardToken.sol";

/// @title An ERC-20 that burns one percent of every transfer, so that less arrives than was sent
contract FeeOnTransferToken is StandardToken {
    uint256 public constant FEE_BPS = 100;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) StandardToken(name_, symbol_, decimals_) {}

    function _transfer(address from, address to, uint256 amount) internal override {
        uint256 fee = (amount * FEE_BPS) / 10_000;
        super._transfer(from, to, amount - fee);
        _burn(from, fee);
    }
}
