// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "./ILaunchpad.sol";

/// @title Text
/// @notice Checks text that wallets, explorers and people will read.
library Text {
    /// @dev A one in every byte.
    uint256 private constant ONES = type(uint256).max / 0xff;
    uint256 private constant SPACES = 0x20 * ONES;
    uint256 private constant HIGH_BITS = 0x80 * ONES;

    /// @notice The length of `text` in characters, or in bytes if it has more than `max` characters could take.
    function length(string calldata text, uint256 max) internal pure returns (uint256) {
        uint256 size = bytes(text).length;
        return size > 4 * max ? size : countCharacters(bytes(text));
    }

    /// @notice The number of characters (code points) in `text`.
    /// @dev Reverts unless the text is well-formed UTF-8 without control characters, line separators, direction marks, the
    /// invisible characters listed below, and spaces at either end. Other unseen characters are accepted: joiners, variation
    /// selectors and tags are parts of emoji and of words.
    function countCharacters(bytes calldata text) internal pure returns (uint256 count) {
        unchecked {
            count = _isPrintable(text) ? text.length : _walk(text);
            if (count == 0) return 0;
            if (_byteAt(text, 0) == 0x20) revert ILaunchpad.InvalidText(0);
            uint256 last = text.length - 1;
            if (_byteAt(text, last) == 0x20) revert ILaunchpad.InvalidText(last);
        }
    }

    /// @dev Whether every byte is from 0x20 to 0x7e, as in most texts, checked 32 bytes at a time. A subtraction sets the high bit
    /// of the lowest byte below 0x20, an addition that of 0x7f; a carry comes only from a byte whose own high bit is set.
    function _isPrintable(bytes calldata text) private pure returns (bool) {
        unchecked {
            uint256 seen;
            for (uint256 index; index < text.length; index += 32) {
                uint256 word;
                assembly ("memory-safe") {
                    word := calldataload(add(text.offset, index))
                }
                uint256 left = text.length - index;
                // The rest of the word counts as spaces.
                if (left < 32) word = (word >> (256 - 8 * left)) | (SPACES << (8 * left));
                seen |= word | (word - SPACES) | (word + ONES);
            }
            return seen & HIGH_BITS == 0;
        }
    }

    /// @dev The number of characters, one after the other.
    function _walk(bytes calldata text) private pure returns (uint256 count) {
        unchecked {
            for (uint256 index; index < text.length; ++count) {
                uint256 lead = _byteAt(text, index);
                if (lead >= 0x80) {
                    index += _sizeOfSequence(text, index, lead);
                } else {
                    if (lead < 0x20 || lead == 0x7f) revert ILaunchpad.InvalidText(index);
                    ++index;
                }
            }
        }
    }

    /// @dev The number of bytes of the character that begins with `lead` at `index`.
    function _sizeOfSequence(bytes calldata text, uint256 index, uint256 lead) private pure returns (uint256 size) {
        unchecked {
            size =
                lead < 0xe0
                    ? 2
                    : lead < 0xf0
                        ? 3
                        : 4;
            if (lead < 0xc0 || lead > 0xf7 || index + size > text.length) revert ILaunchpad.InvalidText(index);
            // The lead byte keeps 7 - size bits; each byte that follows adds six.
            uint256 codePoint = lead & ((1 << (7 - size)) - 1);
            for (uint256 offset = 1; offset < size; ++offset) {
                uint256 next = _byteAt(text, index + offset);
                if (next & 0xc0 != 0x80) revert ILaunchpad.InvalidText(index);
                codePoint = (codePoint << 6) | (next & 0x3f);
            }
            if (!_isAllowed(codePoint, size)) revert ILaunchpad.InvalidText(index);
        }
    }

    /// @dev False for overlong encodings, surrogates, numbers beyond Unicode, the controls U+0080 to U+009F, the soft hyphen
    /// U+00AD, the zero-width spaces U+200B and U+FEFF, the line separators U+2028 and U+2029, and the direction controls
    /// U+061C, U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069.
    function _isAllowed(uint256 codePoint, uint256 size) private pure returns (bool) {
        if (size == 2) return codePoint > 0x9f && codePoint != 0xad && codePoint != 0x61c;
        if (size == 4) return codePoint > 0xffff && codePoint < 0x110000;
        if (codePoint < 0x800 || codePoint >> 11 == 0x1b) return false;
        if (codePoint == 0xfeff || codePoint == 0x200b || codePoint >> 1 == 0x200e >> 1) return false;
        return !((codePoint > 0x2027 && codePoint < 0x202f) || (codePoint > 0x2065 && codePoint < 0x206a));
    }

    /// @dev `index` must be inside `text`.
    function _byteAt(bytes calldata text, uint256 index) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := byte(0, calldataload(add(text.offset, index)))
        }
    }
}
