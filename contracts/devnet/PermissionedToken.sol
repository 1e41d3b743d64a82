// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StandardToken} from "./StandardToken.sol";

/// @title An ERC-20 that only wallets known to its issuer may hold, and its own permissions adapter
/// @notice Answers the view a liquidity builder asks of an adapter: `isAllowed(wallet, flag)`.
contract PermissionedToken is StandardToken {
    event PermissionsChanged(address indexed account, bytes2 permissions);

    error NotIssuer(address caller);
    error NotAllowed(address account);

    address public immutable issuer;
    /// @notice 0x0001 swap, 0x0002 provide liquidity, 0xFFFF everything, 0x0000 not even hold.
    mapping(address account => bytes2) public permissionsOf;

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address issuer_
    ) StandardToken(name_, symbol_, decimals_) {
        issuer = issuer_;
    }

    function setPermissions(address[] calldata accounts, bytes2 permissions) external {
        if (msg.sender != issuer) revert NotIssuer(msg.sender);
        for (uint256 i = 0; i < accounts.length; ++i) {
            permissionsOf[accounts[i]] = permissions;
            emit PermissionsChanged(accounts[i], permissions);
        }
    }

    function isAllowed(address account, bytes2 permission) external view returns (bool) {
        return permissionsOf[account] & permission == permission;
    }

    function mint(address to, uint256 amount) external override {
        _requireKnown(to);
        _mint(to, amount);
    }

    function _transfer(address from, address to, uint256 amount) internal override {
        _requireKnown(from);
        _requireKnown(to);
        super._transfer(from, to, amount);
    }

    function _requireKnown(address account) private view {
        if (permissionsOf[account] == 0) revert NotAllowed(account);
    }
}
