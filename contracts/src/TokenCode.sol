// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title TokenCode
/// @notice Writes and reads the code of a token, which holds all that its creator chose.
/// @dev A minimal proxy of 45 bytes is followed by
///
///     creator (20) | symbol length (1) | symbol | name
///
/// or, in a token with terms, marked by the highest bit of the symbol's length, by
///
///     creator (20) | 0x80 + symbol length (1) | fee holder (20) | opening seconds (2) | lock days (2) | symbol | name | time (5)
///
/// The creation code appends the time at deployment, so that an address made with a salt binds the terms but not the time. `TokenCode.t.sol` assembles both creation codes from their instructions and compares them byte by byte.
library TokenCode {
    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");
    uint256 private constant PROXY_SIZE = 45;
    uint256 private constant TERMS_SIZE = 24;
    uint256 private constant TIME_SIZE = 5;
    uint8 private constant TERMS_FLAG = 0x80;

    /// @notice The data behind the proxy of a token without terms.
    function plainArguments(
        address creator,
        string calldata name,
        string calldata symbol
    ) internal pure returns (bytes memory) {
        return abi.encodePacked(creator, uint8(bytes(symbol).length), symbol, name);
    }

    /// @notice The terms of a token, in the layout above.
    function packTerms(
        address feeHolder,
        uint16 openingSeconds,
        uint16 lockDays
    ) internal pure returns (bytes24 terms) {
        return bytes24((uint192(uint160(feeHolder)) << 32) | (uint192(openingSeconds) << 16) | lockDays);
    }

    function unpackTerms(
        bytes24 terms
    ) internal pure returns (address feeHolder, uint256 openingSeconds, uint256 lockDays) {
        uint192 word = uint192(terms);
        return (address(uint160(word >> 32)), uint16(word >> 16), uint16(word));
    }

    /// @notice The data behind the proxy of a token with terms, without the time.
    function termedArguments(
        address creator,
        string calldata name,
        string calldata symbol,
        bytes24 terms
    ) internal pure returns (bytes memory) {
        return abi.encodePacked(creator, TERMS_FLAG | uint8(bytes(symbol).length), terms, symbol, name);
    }

    /// @notice Creation code that announces the supply as ERC-20 asks of a token that mints, `Transfer(0, caller, 10^27)`, and
    /// returns the proxy with `args` behind it.
    function plainCreation(address implementation, bytes memory args) internal pure returns (bytes memory) {
        return
            abi.encodePacked(
                hex"333d7f",
                TRANSFER,
                hex"6b033b2e3c9fd0803ce80000003d5260203da361",
                uint16(PROXY_SIZE + args.length),
                hex"3d8160403d39f3363d3d373d3d3d363d73",
                implementation,
                hex"5af43d82803e903d91602b57fd5bf3",
                args
            );
    }

    /// @notice The same, and the time of creation as the last five bytes of what it returns.
    function termedCreation(address implementation, bytes memory args) internal pure returns (bytes memory) {
        return
            abi.encodePacked(
                hex"333d7f",
                TRANSFER,
                hex"6b033b2e3c9fd0803ce80000003d5260203da361",
                uint16(PROXY_SIZE + args.length),
                hex"8060493d394260d81b81526005013df3363d3d373d3d3d363d73",
                implementation,
                hex"5af43d82803e903d91602b57fd5bf3",
                args
            );
    }

    /// @notice The account with the creator's right in `token` until it passes on: the fee holder, else the creator.
    function firstHolder(address token) internal view returns (address holder) {
        assembly ("memory-safe") {
            // The creator, the symbol's length and, if there are terms, the fee holder.
            extcodecopy(token, 0, PROXY_SIZE, 41)
            holder := shr(96, mload(0))
            if shr(255, mload(20)) {
                holder := shr(96, mload(21))
            }
        }
    }

    /// @notice The times in the terms of `token`, all zero in one without terms.
    function times(address token) internal view returns (uint256 openingSeconds, uint256 lockDays, uint256 createdAt) {
        assembly ("memory-safe") {
            // The symbol's length, the fee holder and the two durations, then room for the time.
            mstore(0, 0)
            extcodecopy(token, 0, add(PROXY_SIZE, 20), 25)
            let word := mload(0)
            if shr(255, word) {
                openingSeconds := and(0xffff, shr(72, word))
                lockDays := and(0xffff, shr(56, word))
                mstore(0, 0)
                extcodecopy(token, 27, sub(extcodesize(token), TIME_SIZE), TIME_SIZE)
                createdAt := mload(0)
            }
        }
    }

    /// @notice The offsets of the texts in the code of `token`: the symbol, then the name up to `end`.
    function texts(address token) internal view returns (uint256 symbolAt, uint256 nameAt, uint256 end) {
        uint256 length;
        assembly ("memory-safe") {
            mstore(0, 0)
            extcodecopy(token, 31, add(PROXY_SIZE, 20), 1)
            length := mload(0)
        }
        bool hasTerms = length >= TERMS_FLAG;
        symbolAt = hasTerms ? 21 + TERMS_SIZE : 21;
        nameAt = symbolAt + (length & 0x7f);
        end = token.code.length - PROXY_SIZE - (hasTerms ? TIME_SIZE : 0);
    }
}
