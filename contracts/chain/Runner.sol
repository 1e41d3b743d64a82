// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Runs calls one after another as the account whose place it takes during an `eth_call`. Never deployed.
/// @dev Besides `run`, it answers the callbacks that contracts make to an account with code, as a plain account would.
contract Runner {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    struct Result {
        bool ok;
        uint256 gasUsed;
        bytes data;
    }

    /// @dev Longer answers are cut, so that a hostile contract cannot swell the reply.
    uint256 private constant DATA_MAX = 16_384;

    error NotItself(address caller);

    /// @notice Makes every call, also after one has failed, and reports each with the gas it took.
    /// @dev Only the account itself may call, so that no contract on the way can act in its name.
    function run(Call[] calldata calls) external returns (Result[] memory results) {
        if (msg.sender != address(this)) revert NotItself(msg.sender);
        results = new Result[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            results[i] = _run(calls[i]);
        }
    }

    function _run(Call calldata item) private returns (Result memory result) {
        bytes memory data = item.data;
        address to = item.to;
        uint256 value = item.value;
        uint256 gasBefore = gasleft();
        bool ok;
        assembly ("memory-safe") {
            ok := call(gas(), to, value, add(data, 32), mload(data), 0, 0)
        }
        result.gasUsed = gasBefore - gasleft();
        result.ok = ok;
        result.data = _returned();
    }

    function _returned() private pure returns (bytes memory data) {
        uint256 size;
        assembly ("memory-safe") {
            size := returndatasize()
        }
        data = new bytes(size > DATA_MAX ? DATA_MAX : size);
        assembly ("memory-safe") {
            returndatacopy(add(data, 32), 0, mload(data))
        }
    }

    /// @notice ERC-1271 for an account that signs with its own key.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _signer(hash, signature) == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    function _signer(bytes32 hash, bytes calldata signature) private pure returns (address) {
        if (signature.length == 65) {
            return ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        }
        if (signature.length != 64) return address(0);
        uint256 vs = uint256(bytes32(signature[32:]));
        return ecrecover(hash, uint8(27 + (vs >> 255)), bytes32(signature[:32]), bytes32((vs << 1) >> 1));
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    receive() external payable {}

    fallback() external payable {}
}
