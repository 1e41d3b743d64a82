// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LaunchToken} from "../src/LaunchToken.sol";
import {CurveMathHarness} from "./harness/CurveMathHarness.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";
import {Vm} from "./Vm.sol";

/// @notice The hand-written creation codes, assembled once more from their instructions.
contract TokenCodeTest is LaunchpadTest {
    bytes1 private constant ADD = 0x01;
    bytes1 private constant SHL = 0x1b;
    bytes1 private constant CALLER = 0x33;
    bytes1 private constant CALLDATASIZE = 0x36;
    bytes1 private constant CALLDATACOPY = 0x37;
    bytes1 private constant CODECOPY = 0x39;
    /// @dev Zero, in code that has not called anything.
    bytes1 private constant RETURNDATASIZE = 0x3d;
    bytes1 private constant RETURNDATACOPY = 0x3e;
    bytes1 private constant TIMESTAMP = 0x42;
    bytes1 private constant MSTORE = 0x52;
    bytes1 private constant JUMPI = 0x57;
    bytes1 private constant GAS = 0x5a;
    bytes1 private constant JUMPDEST = 0x5b;
    bytes1 private constant DUP1 = 0x80;
    bytes1 private constant DUP2 = 0x81;
    bytes1 private constant DUP3 = 0x82;
    bytes1 private constant SWAP1 = 0x90;
    bytes1 private constant SWAP2 = 0x91;
    bytes1 private constant LOG3 = 0xa3;
    bytes1 private constant RETURN = 0xf3;
    bytes1 private constant DELEGATECALL = 0xf4;
    bytes1 private constant REVERT = 0xfd;

    CurveMathHarness private code;

    function setUp() public override {
        super.setUp();
        code = CurveMathHarness(create(vm.getCode("CurveMathHarness.sol:CurveMathHarness")));
    }

    /* ASSEMBLY */

    function push(bytes memory data) private pure returns (bytes memory) {
        return bytes.concat(bytes1(uint8(0x5f + data.length)), data);
    }

    /// @dev `Transfer(0, caller, 10^27)`: memory 0 to 32 holds the supply, the topics are pushed from the last to the first.
    function announcement() private pure returns (bytes memory) {
        bytes memory topics = bytes.concat(CALLER, RETURNDATASIZE, push(bytes.concat(LaunchToken.Transfer.selector)));
        bytes memory data = bytes.concat(push(abi.encodePacked(uint96(1e27))), RETURNDATASIZE, MSTORE);
        return bytes.concat(topics, data, push(hex"20"), RETURNDATASIZE, LOG3);
    }

    /// @dev Copies `size` bytes that follow this code to memory and returns them.
    function plainReturn(uint16 size, uint8 offset) private pure returns (bytes memory) {
        bytes memory copy = bytes.concat(RETURNDATASIZE, DUP2, push(bytes.concat(bytes1(offset))), RETURNDATASIZE);
        return bytes.concat(push(bytes.concat(bytes2(size))), copy, CODECOPY, RETURN);
    }

    /// @dev The same, and five bytes of time behind them: the word `time << 216` begins with the time.
    function timedReturn(uint16 size, uint8 offset) private pure returns (bytes memory) {
        bytes memory copy = bytes.concat(DUP1, push(bytes.concat(bytes1(offset))), RETURNDATASIZE, CODECOPY);
        bytes memory time = bytes.concat(TIMESTAMP, push(hex"d8"), SHL, DUP2, MSTORE, push(hex"05"), ADD);
        return bytes.concat(push(bytes.concat(bytes2(size))), copy, time, RETURNDATASIZE, RETURN);
    }

    /// @dev The minimal proxy of ERC-1167: hands its calldata to `implementation` and gives back what comes back.
    function proxy(address implementation) private pure returns (bytes memory) {
        bytes memory input = bytes.concat(CALLDATASIZE, RETURNDATASIZE, RETURNDATASIZE, CALLDATACOPY);
        bytes memory zeros = bytes.concat(RETURNDATASIZE, RETURNDATASIZE, RETURNDATASIZE);
        bytes memory call = bytes.concat(zeros, CALLDATASIZE, RETURNDATASIZE, push(abi.encodePacked(implementation)));
        bytes memory output = bytes.concat(RETURNDATASIZE, DUP3, DUP1, RETURNDATACOPY, SWAP1, RETURNDATASIZE, SWAP2);
        bytes memory end = bytes.concat(push(hex"2b"), JUMPI, REVERT, JUMPDEST, RETURN);
        return bytes.concat(input, call, GAS, DELEGATECALL, output, end);
    }

    /* CREATION CODE */

    function test_fuzz_plainCreation_isWhatItsInstructionsSay(
        address implementation,
        address maker,
        uint256 length
    ) external {
        string memory name = string(new bytes(bound(length, 1, 256)));
        bytes memory args = abi.encodePacked(maker, uint8(4), "SLIP", name);
        bytes memory expected = bytes.concat(
            announcement(),
            plainReturn(uint16(45 + args.length), 64),
            proxy(implementation),
            args
        );
        bytes memory actual = code.plainCreation(implementation, maker, name, "SLIP");
        assertEq(string(actual), string(expected), "code");
        assertEq(announcement().length + plainReturn(0, 0).length, 64, "offset of what is returned");
        assertEq(proxy(implementation).length, 45, "proxy");
        checkDeployed(actual, bytes.concat(proxy(implementation), args));
    }

    function test_fuzz_termedCreation_isWhatItsInstructionsSay(
        address implementation,
        bytes24 terms,
        uint40 time,
        uint256 length
    ) external {
        string memory name = string(new bytes(bound(length, 1, 256)));
        bytes memory args = abi.encodePacked(creator, uint8(0x84), terms, "SLIP", name);
        bytes memory expected = bytes.concat(
            announcement(),
            timedReturn(uint16(45 + args.length), 73),
            proxy(implementation),
            args
        );
        bytes memory actual = code.termedCreation(implementation, creator, name, "SLIP", terms);
        assertEq(string(actual), string(expected), "code");
        assertEq(announcement().length + timedReturn(0, 0).length, 73, "offset of what is returned");
        vm.warp(time);
        checkDeployed(actual, bytes.concat(proxy(implementation), args, bytes5(time)));
    }

    /// @dev Runs a creation code, and checks the deployed code and the emitted event.
    function checkDeployed(bytes memory creationCode, bytes memory expected) private {
        vm.recordLogs();
        address made = create(creationCode);
        assertEq(string(made.code), string(expected), "deployed");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1, "one event");
        assertEq(logs[0].emitter, made, "in the token's name");
        assertEq(logs[0].topics[0], LaunchToken.Transfer.selector, "Transfer");
        assertEq(logs[0].topics[1], 0, "from the zero address");
        assertEq(logs[0].topics[2], bytes32(uint256(uint160(address(this)))), "to the caller");
        assertEq(keccak256(logs[0].data), keccak256(abi.encode(TOTAL_SUPPLY)), "supply");
    }

    /* READING */

    function test_fuzz_terms_areReadAsTheyWereWritten(
        address holder,
        uint16 opening,
        uint16 lock,
        uint40 time
    ) external {
        bytes24 terms = code.packTerms(holder, opening, lock);
        (address unpacked, uint256 openingSeconds, uint256 lockDays) = code.unpackTerms(terms);
        assertEq(unpacked, holder, "holder");
        assertTrue(openingSeconds == opening && lockDays == lock, "durations");
        vm.warp(time);
        address made = create(code.termedCreation(address(1), creator, "Slipway Co", "SLIP", terms));
        assertEq(code.firstHolder(made), holder, "holder in the code");
        (uint256 seconds_, uint256 days_, uint256 createdAt) = code.times(made);
        assertTrue(seconds_ == opening && days_ == lock && createdAt == time, "times in the code");
    }

    function test_fuzz_plainTokens_haveTheirCreatorAndNoTerms(address maker, bytes calldata text) external {
        bytes memory name = text.length > 256 ? text[:256] : text;
        address made = create(code.plainCreation(address(1), maker, string(name), "SLIP"));
        assertEq(code.firstHolder(made), maker, "holder");
        (uint256 opening, uint256 lock, uint256 createdAt) = code.times(made);
        assertEq(opening + lock + createdAt, 0, "times");
    }

    /// @dev Names and symbols of every length come out as they went in, with terms and without.
    function test_fuzz_texts_comeOutAsTheyWentIn(uint256 nameSeed, uint256 symbolSeed, bool isPlain) external {
        string memory name = textOf(nameSeed, 64);
        string memory symbol = textOf(symbolSeed, 16);
        vm.prank(creator);
        LaunchToken token = LaunchToken(
            pad.createTokenWithOptions(name, symbol, 0, withTerms(isPlain ? creator : alice, 0, 0))
        );
        assertEq(token.name(), name, "name");
        assertEq(token.symbol(), symbol, "symbol");
        assertEq(token.creator(), creator, "creator");
        assertEq(pad.curve(address(token)).creator, isPlain ? creator : alice, "holder");
        assertEq(
            address(token).code.length,
            66 + bytes(name).length + bytes(symbol).length + (isPlain ? 0 : 29),
            "size"
        );
    }

    /// @dev The launchpad refuses an empty symbol; the layout does not.
    function test_texts_withAnEmptySymbol() external {
        bytes24 terms = code.packTerms(alice, 60, 30);
        address implementation = pad.tokenImplementation();
        LaunchToken termed = LaunchToken(create(code.termedCreation(implementation, creator, "Slipway Co", "", terms)));
        LaunchToken plain = LaunchToken(create(code.plainCreation(implementation, creator, "Slipway Co", "")));
        assertEq(termed.name(), "Slipway Co", "name of a token with terms");
        assertEq(plain.name(), "Slipway Co", "name of a plain token");
        assertEq(string.concat(termed.symbol(), plain.symbol()), "", "symbols");
    }

    /// @dev One to `max` characters of one to four bytes.
    function textOf(uint256 seed, uint256 max) private pure returns (string memory text) {
        string[4] memory units = ["a", unicode"ö", unicode"日", unicode"🚀"];
        uint256 length = 1 + ((seed >> 128) % max);
        for (uint256 i; i < length; ++i) text = string.concat(text, units[(seed >> (2 * i)) & 3]);
    }
}
