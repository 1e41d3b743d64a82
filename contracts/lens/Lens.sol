// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Head, Holding, Token, Watch} from "./ILens.sol";

/// @title What every lens reads: the block, the wallet, and any contract without trusting it
/// @dev Calls are capped in gas and answers in length, so that a hostile token spoils only its own figures.
abstract contract Lens {
    uint256 private constant CALL_GAS = 500_000;
    address private constant ARB_SYS = address(0x64);
    bytes2 private constant LIQUIDITY_ALLOWED = 0x0002;

    function _head(address wallet) internal view returns (Head memory head) {
        // On Arbitrum `block.number` is an estimate of the parent chain's; elsewhere no contract answers there.
        (bool ok, uint256 number) = _word(ARB_SYS, abi.encodeWithSignature("arbBlockNumber()"));
        head.number = ok ? number : block.number;
        head.timestamp = block.timestamp;
        head.nativeBalance = wallet.balance;
    }

    function _holdings(Watch memory watch) internal view returns (Holding[] memory holdings) {
        holdings = new Holding[](watch.tokens.length);
        bool isPermissioned = _permissions(watch, holdings);
        if (isPermissioned && watch.permissionedManager != address(0)) watch.permit2Spender = watch.permissionedManager;
        for (uint256 i = 0; i < holdings.length; ++i) {
            _holding(watch, watch.tokens[i], holdings[i]);
        }
    }

    function _permissions(Watch memory watch, Holding[] memory holdings) private view returns (bool any) {
        address permissions = watch.permissions;
        if (permissions == address(0) && watch.permissionedManager != address(0)) {
            permissions = _address(watch.permissionedManager, abi.encodeWithSignature("PERMISSIONS_ADAPTER_FACTORY()"));
        }
        if (permissions == address(0)) return false;
        for (uint256 i = 0; i < holdings.length; ++i) {
            address token = watch.tokens[i];
            bytes memory question = abi.encodeWithSignature("verifiedPermissionsAdapterOf(address)", token);
            if (token == address(0) || _address(permissions, question) == address(0)) continue;
            any = true;
            holdings[i].isPermissioned = true;
            question = abi.encodeWithSignature("isAllowed(address,bytes2)", watch.wallet, LIQUIDITY_ALLOWED);
            holdings[i].isAllowed = _uint(token, question) == 1;
        }
    }

    function _holding(Watch memory watch, address token, Holding memory holding) private view {
        if (token == address(0)) {
            holding.balance = watch.wallet.balance;
            return;
        }
        holding.isContract = token.code.length > 0;
        holding.token = _token(token);
        holding.balance = _balance(token, watch.wallet);
        holding.allowance = _allowance(token, watch.wallet, watch.spender);
        if (watch.permit2 == address(0)) return;
        uint256[] memory words = _words(
            watch.permit2,
            abi.encodeWithSignature("allowance(address,address,address)", watch.wallet, token, watch.permit2Spender),
            3
        );
        if (words.length == 0) return;
        holding.permitAmount = uint160(words[0]);
        holding.permitExpiration = uint48(words[1]);
        holding.permitNonce = uint48(words[2]);
    }

    function _token(address token) internal view returns (Token memory meta) {
        if (token == address(0)) return meta;
        (bool ok, uint256 decimals) = _word(token, abi.encodeWithSignature("decimals()"));
        meta.decimals = ok && decimals < 255 ? uint8(decimals) : 255;
        meta.symbol = _symbol(token);
    }

    /// @dev A string, or the bytes32 of some early tokens.
    function _symbol(address token) private view returns (bytes32 symbol) {
        uint256[] memory words = _words(token, abi.encodeWithSignature("symbol()"), 3);
        if (words.length == 3 && words[0] == 32) {
            uint256 length = words[1] > 31 ? 31 : words[1];
            return _cut(bytes32(words[2]), length);
        }
        (bool ok, uint256 word) = _word(token, abi.encodeWithSignature("symbol()"));
        if (!ok || word < 1 << 240) return 0;
        uint256 end = 0;
        while (end < 31 && bytes32(word)[end] != 0) ++end;
        return _cut(bytes32(word), end);
    }

    function _cut(bytes32 text, uint256 length) private pure returns (bytes32) {
        uint256 keep = length == 0 ? 0 : ~(type(uint256).max >> (8 * length));
        return bytes32((uint256(text) & keep) | length);
    }

    function _balance(address token, address account) internal view returns (uint256) {
        return _uint(token, abi.encodeWithSignature("balanceOf(address)", account));
    }

    function _allowance(address token, address owner, address spender) internal view returns (uint256) {
        return _uint(token, abi.encodeWithSignature("allowance(address,address)", owner, spender));
    }

    function _isOperator(address manager, uint256 id, address owner, address wallet) internal view returns (bool) {
        if (_address(manager, abi.encodeWithSignature("getApproved(uint256)", id)) == wallet) return true;
        return _uint(manager, abi.encodeWithSignature("isApprovedForAll(address,address)", owner, wallet)) == 1;
    }

    function _address(address target, bytes memory data) internal view returns (address) {
        return address(uint160(_uint(target, data)));
    }

    /// @dev Zero where no contract answers.
    function _uint(address target, bytes memory data) internal view returns (uint256 value) {
        (, value) = _word(target, data);
    }

    function _word(address target, bytes memory data) internal view returns (bool ok, uint256 value) {
        assembly ("memory-safe") {
            ok := staticcall(CALL_GAS, target, add(data, 32), mload(data), 0, 32)
            ok := and(ok, gt(returndatasize(), 31))
            if ok {
                value := mload(0)
            }
        }
    }

    /// @dev Exactly `count` words, or none where fewer came.
    function _words(address target, bytes memory data, uint256 count) internal view returns (uint256[] memory words) {
        words = new uint256[](count);
        bool ok;
        assembly ("memory-safe") {
            ok := staticcall(CALL_GAS, target, add(data, 32), mload(data), add(words, 32), mul(count, 32))
            ok := and(ok, iszero(lt(returndatasize(), mul(count, 32))))
        }
        if (!ok) return new uint256[](0);
    }

    function _answer(bytes memory data) internal pure {
        assembly ("memory-safe") {
            return(add(data, 32), mload(data))
        }
    }
}
