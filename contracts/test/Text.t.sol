// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILaunchpad} from "../src/ILaunchpad.sol";
import {CurveMathHarness} from "./harness/CurveMathHarness.sol";
import {Test} from "./Test.sol";

contract TextTest is Test {
    CurveMathHarness private text;

    function setUp() external {
        bytes memory code = vm.getCode("CurveMathHarness.sol:CurveMathHarness");
        address deployed;
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
        }
        text = CurveMathHarness(deployed);
    }

    function test_length_countsCharactersAndNotBytes() external view {
        assertEq(text.textLength("", 64), 0, "empty");
        assertEq(text.textLength("Slipway Co", 64), 10, "ASCII");
        assertEq(text.textLength(unicode"Öl", 64), 2, "two bytes");
        assertEq(text.textLength(unicode"日本語", 64), 3, "three bytes");
        assertEq(text.textLength(unicode"🚀🚀", 64), 2, "four bytes");
        assertEq(text.textLength(unicode"👩‍👩‍👧", 64), 5, "joined");
        assertEq(text.textLength(string(new bytes(257)), 64), 257, "bytes when there are too many");
    }

    function test_length_acceptsTheEdgesOfEachRange() external view {
        string[10] memory edges = [
            string(hex"20"),
            hex"7e",
            hex"c2a0",
            hex"dfbf",
            hex"e0a080",
            hex"ed9fbf",
            hex"ee8080",
            hex"efbfbf",
            hex"f0908080",
            hex"f48fbfbf"
        ];
        // A space counts only between others.
        edges[0] = "a b";
        for (uint256 i = 1; i < edges.length; ++i) assertEq(text.textLength(edges[i], 64), 1, "one character");
        assertEq(text.textLength(edges[0], 64), 3, "inner space");
        assertEq(text.textLength(unicode"\u2027\u202f\u2065\u206a", 64), 4, "around the direction controls");
    }

    function test_length_revertsOnMalformedText() external {
        bytes[25] memory malformed = [
            bytes(hex"80"), // a continuation alone
            hex"bf",
            hex"c080", // overlong
            hex"c1bf",
            hex"c2", // cut off
            hex"c220",
            hex"e08080",
            hex"e09fbf",
            hex"e0a0",
            hex"e0a041",
            hex"eda080", // surrogates
            hex"edbfbf",
            hex"f0808080",
            hex"f08fbfbf",
            hex"f09080",
            hex"f0908041",
            hex"f4908080", // beyond Unicode
            hex"f7bfbfbf",
            hex"f888808080",
            hex"f8908080", // leads of five bytes and more
            hex"fa808080",
            hex"fc908080",
            hex"fe",
            hex"ff",
            hex"c2c2"
        ];
        for (uint256 i; i < malformed.length; ++i) expectInvalid(malformed[i], 0);
    }

    /// @dev What follows the text in the calldata could complete a character that is cut off.
    function test_length_revertsOnTextThatEndsInsideACharacter() external view {
        bytes32[4] memory words = [
            bytes32(bytes2(0xc2a0)),
            bytes32(bytes3(0xe0a080)),
            bytes32(bytes4(0xf0908080)),
            bytes32(bytes5(0x61f0908080))
        ];
        for (uint256 i; i < words.length; ++i) {
            uint256 cut = i + 1;
            bytes memory data = abi.encodePacked(text.textLength.selector, abi.encode(64, 64, cut, words[i]));
            (bool success, bytes memory error) = address(text).staticcall(data);
            assertTrue(!success, "cut off");
            assertEq(selectorOf(error), ILaunchpad.InvalidText.selector, "error");
            data = abi.encodePacked(text.textLength.selector, abi.encode(64, 64, cut + 1, words[i]));
            (success, ) = address(text).staticcall(data);
            assertTrue(success, "whole");
        }
    }

    function test_length_revertsOnControlsDirectionsAndOuterSpaces() external {
        bytes[26] memory refused = [
            bytes(hex"00"),
            hex"09",
            hex"0a",
            hex"1b",
            hex"1f",
            hex"7f",
            hex"c280",
            hex"c29f",
            hex"c2ad", // U+00AD
            hex"d89c", // U+061C
            hex"e2808b", // U+200B
            hex"e2808e", // U+200E
            hex"e2808f",
            hex"efbbbf", // U+FEFF
            hex"e280a8", // U+2028
            hex"e280a9",
            hex"e280aa",
            hex"e280ad",
            hex"e280ae", // U+202E
            hex"e281a6", // U+2066
            hex"e281a7",
            hex"e281a8",
            hex"e281a9", // U+2069
            hex"20",
            hex"2061",
            hex"202020"
        ];
        for (uint256 i; i < refused.length; ++i) expectInvalid(refused[i], 0);
        expectInvalid("a ", 1);
        expectInvalid("ab\n", 2);
        expectInvalid(hex"6162e280ae", 2);
    }

    /// @dev An empty text has no first character, whatever follows it in the calldata.
    function test_length_ofAnEmptyTextDoesNotReadOn() external view {
        bytes memory data = abi.encodePacked(text.textLength.selector, abi.encode(64, 64, 0, bytes32("  ")));
        (bool success, bytes memory result) = address(text).staticcall(data);
        assertTrue(success, "accepted");
        assertEq(abi.decode(result, (uint256)), 0, "length");
    }

    function test_length_countsSpacesBetweenOtherCharacters() external view {
        assertEq(text.textLength(unicode"Ö l ~ 日", 64), 7, "spaces");
    }

    function test_fuzz_length_ofPrintableText(bytes calldata seed) external view {
        bytes memory ascii = new bytes(seed.length < 64 ? seed.length : 64);
        for (uint256 i; i < ascii.length; ++i) ascii[i] = bytes1(0x21 + (uint8(seed[i]) % 94));
        assertEq(text.textLength(string(ascii), 64), ascii.length, "length");
    }

    /* EVERY BYTE */

    /// @dev At both ends of the text and around the borders of its words, in texts of every length up to three words.
    function test_length_withEachKindOfByteInEachPlace() external view {
        bytes memory kinds = hex"00010a1f2021407e7f80c2ff";
        for (uint256 size = 1; size <= 70; ++size) {
            for (uint256 i; i < kinds.length; ++i) this.checkEachPlace(size, kinds[i]);
        }
    }

    /// @dev External, so that each call begins with empty memory.
    function checkEachPlace(uint256 size, bytes1 kind) external view {
        bytes memory content = printable(size);
        for (uint256 place; place < size; ++place) {
            if (place > 1 && place + 2 < size && (place + 2) % 32 > 3) continue;
            bytes1 before = content[place];
            content[place] = kind;
            bool isOuter = place == 0 || place == size - 1;
            bool isAccepted = kind > 0x1f && kind < 0x7f && !(kind == 0x20 && isOuter);
            checkCount(content, isAccepted ? size : 0);
            content[place] = before;
        }
    }

    /// @dev The table of well-formed sequences in the Unicode Standard (3-7), with every first byte, the edges of the second and
    /// every size. Of well-formed characters only U+0080 to U+009F are refused here.
    function test_length_withEveryFirstByte() external view {
        bytes memory seconds_ = hex"7f808f909fa0bfc0";
        for (uint256 lead = 0x80; lead < 0x100; ++lead) {
            for (uint256 i; i < seconds_.length; ++i) this.checkEachSize(lead, uint8(seconds_[i]));
        }
    }

    function checkEachSize(uint256 lead, uint256 second) external view {
        bytes memory whole = bytes.concat(bytes1(uint8(lead)), bytes1(uint8(second)), hex"9090");
        for (uint256 size = 1; size <= 4; ++size) {
            bytes memory content = new bytes(size);
            for (uint256 i; i < size; ++i) content[i] = whole[i];
            checkCount(content, size == wellFormedSize(lead, second) ? 1 : 0);
        }
    }

    /// @dev The number of bytes of a sequence that begins with these two, zero if there is none.
    function wellFormedSize(uint256 lead, uint256 second) private pure returns (uint256) {
        if (second < 0x80 || second > 0xbf) return 0;
        if (lead == 0xc2) return second >= 0xa0 ? 2 : 0;
        if (lead >= 0xc3 && lead <= 0xdf) return 2;
        if (lead == 0xe0) return second >= 0xa0 ? 3 : 0;
        if (lead == 0xed) return second <= 0x9f ? 3 : 0;
        if (lead >= 0xe1 && lead <= 0xef) return 3;
        if (lead == 0xf0) return second >= 0x90 ? 4 : 0;
        if (lead == 0xf4) return second <= 0x8f ? 4 : 0;
        return lead >= 0xf1 && lead <= 0xf3 ? 4 : 0;
    }

    /* COST */

    /// @dev Printable text takes less than half of what a text with one other character takes, which is read byte by byte. The
    /// text has the first and the last printable character before the border of a word, where a carry would begin.
    function test_length_readsPrintableTextAWordAtATime() external view {
        gasOf("warm");
        for (uint256 size = 16; size <= 70; ++size) {
            bytes memory content = printable(size);
            content[size - 1] = "~";
            if (size > 32) (content[30], content[31]) = ("~", " ");
            uint256 quick = gasOf(content);
            content[0] = 0xc3;
            content[1] = 0x96;
            assertLe(2 * quick, gasOf(content), "gas");
        }
    }

    function gasOf(bytes memory content) private view returns (uint256 used) {
        bytes memory data = abi.encodeCall(text.textLength, (string(content), 64));
        used = gasleft();
        (bool success, ) = address(text).staticcall(data);
        used -= gasleft();
        assertTrue(success, "accepted");
    }

    function printable(uint256 size) private pure returns (bytes memory content) {
        content = new bytes(size);
        for (uint256 i; i < size; ++i) content[i] = bytes1(uint8(0x21 + (i % 94)));
    }

    /// @dev Zero characters stand for a refusal.
    function checkCount(bytes memory content, uint256 expected) private view {
        (bool success, bytes memory result) = address(text).staticcall(
            abi.encodeCall(text.textLength, (string(content), 64))
        );
        assertTrue(success == (expected != 0), "accepted or refused");
        if (success) assertEq(abi.decode(result, (uint256)), expected, "length");
        else assertEq(selectorOf(result), ILaunchpad.InvalidText.selector, "error");
    }

    function expectInvalid(bytes memory refused, uint256 index) private {
        vm.expectRevert(abi.encodeWithSelector(ILaunchpad.InvalidText.selector, index));
        text.textLength(string(refused), 64);
    }
}
