// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TokenLedger} from "./TokenLedger.sol";

/// @title A token with the two habits of USDT: nothing is returned, and an allowance changes only through zero
contract UsdtLikeToken is TokenLedger {
    error AllowanceMustBeZeroFirst(address spender, uint256 allowed);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenLedger(name_, symbol_, decimals_) {}

    function transfer(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    function approve(address spender, uint256 amount) external {
        uint256 allowed = allowance[msg.sender][spender];
        if (amount != 0 && allowed != 0) revert AllowanceMustBeZeroFirst(spender, allowed);
        _approve(msg.sender, spender, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _spendAllowance(from, msg.sender, amount);
        _transfer(from, to, amount);
    }
}
