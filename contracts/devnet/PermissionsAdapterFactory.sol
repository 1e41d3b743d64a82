// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The register that says which pool currencies are permissioned
contract PermissionsAdapterFactory {
    event PermissionsAdapterVerified(address indexed adapter, address indexed permissionedToken);

    error NotRegistrar(address caller);

    address public immutable registrar;
    /// @notice The permissioned token behind an adapter; zero for every other currency.
    mapping(address adapter => address permissionedToken) public verifiedPermissionsAdapterOf;

    constructor(address registrar_) {
        registrar = registrar_;
    }

    function verify(address adapter, address permissionedToken) external {
        if (msg.sender != registrar) revert NotRegistrar(msg.sender);
        verifiedPermissionsAdapterOf[adapter] = permissionedToken;
        emit PermissionsAdapterVerified(adapter, permissionedToken);
    }
}
