// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LaunchToken} from "../src/LaunchToken.sol";
import {LaunchpadTest} from "./LaunchpadTest.sol";

contract LaunchTokenTest is LaunchpadTest {
    LaunchToken private token;

    function setUp() public override {
        super.setUp();
        token = LaunchToken(launch());
        buy(alice, address(token), 1 ether);
    }

    /* METADATA */

    function test_metadata_isWhatWasLaunched() external view {
        assertEq(token.name(), "Slipway Co", "name");
        assertEq(token.symbol(), "SLIP", "symbol");
        assertEq(token.decimals(), 18, "decimals");
        assertEq(token.totalSupply(), TOTAL_SUPPLY, "supply");
        assertEq(token.creator(), creator, "creator");
        assertEq(token.launchpad(), address(pad), "launchpad");
    }

    function test_fuzz_metadata_roundTrips(bytes calldata nameSeed, bytes calldata symbolSeed) external {
        string memory name = printable(nameSeed, 64);
        string memory symbol = printable(symbolSeed, 16);
        vm.prank(bob);
        LaunchToken other = LaunchToken(pad.createToken(name, symbol, 0));
        assertEq(other.name(), name, "name");
        assertEq(other.symbol(), symbol, "symbol");
        assertEq(other.creator(), bob, "creator");
    }

    function printable(bytes calldata seed, uint256 max) private pure returns (string memory) {
        bytes memory text = new bytes(
            seed.length == 0
                ? 1
                : seed.length < max
                    ? seed.length
                    : max
        );
        text[0] = "x";
        for (uint256 i; i < text.length && i < seed.length; ++i) text[i] = bytes1(0x21 + (uint8(seed[i]) % 94));
        return string(text);
    }

    /* TRANSFER */

    function test_transfer_revertsToTheZeroAddressAndToTheLaunchpad() external {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC20InvalidReceiver.selector, address(0)));
        token.transfer(address(0), 1);
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC20InvalidReceiver.selector, address(pad)));
        token.transfer(address(pad), 1);
        vm.stopPrank();
    }

    function test_fuzz_transfer_revertsBeyondTheBalance(uint256 value) external {
        uint256 held = token.balanceOf(alice);
        value = bound(value, held + 1, type(uint256).max);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC20InsufficientBalance.selector, alice, held, value));
        token.transfer(bob, value);
    }

    function test_fuzz_transfer_moves(uint256 value) external {
        uint256 held = token.balanceOf(alice);
        value = bound(value, 0, held);
        vm.expectEmit(address(token));
        emit LaunchToken.Transfer(alice, bob, value);
        vm.prank(alice);
        assertTrue(token.transfer(bob, value), "returns true");
        assertEq(token.balanceOf(alice), held - value, "sender");
        assertEq(token.balanceOf(bob), value, "receiver");
    }

    function test_transfer_toOneselfChangesNothing() external {
        uint256 held = token.balanceOf(alice);
        vm.prank(alice);
        token.transfer(alice, held);
        assertEq(token.balanceOf(alice), held, "balance");
    }

    /* ALLOWANCE */

    function test_fuzz_transferFrom_revertsBeyondTheAllowance(uint256 allowed, uint256 value) external {
        allowed = bound(allowed, 0, type(uint256).max - 1);
        value = bound(value, allowed + 1, type(uint256).max);
        vm.prank(alice);
        token.approve(bob, allowed);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC20InsufficientAllowance.selector, bob, allowed, value));
        token.transferFrom(alice, bob, value);
    }

    function test_transferFrom_revertsToTheLaunchpad() external {
        vm.prank(alice);
        token.approve(bob, 1);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC20InvalidReceiver.selector, address(pad)));
        token.transferFrom(alice, address(pad), 1);
    }

    function test_fuzz_transferFrom_spendsTheAllowance(uint256 allowed, uint256 value) external {
        allowed = bound(allowed, 0, type(uint256).max - 1);
        uint256 held = token.balanceOf(alice);
        value = bound(value, 0, allowed < held ? allowed : held);
        vm.expectEmit(address(token));
        emit LaunchToken.Approval(alice, bob, allowed);
        vm.prank(alice);
        assertTrue(token.approve(bob, allowed), "returns true");
        vm.prank(bob);
        assertTrue(token.transferFrom(alice, bob, value), "returns true");
        assertEq(token.allowance(alice, bob), allowed - value, "allowance");
        assertEq(token.balanceOf(bob), value, "receiver");
    }

    function test_transferFrom_keepsAnUnlimitedAllowance() external {
        vm.prank(alice);
        token.approve(bob, type(uint256).max);
        vm.prank(bob);
        token.transferFrom(alice, bob, 1);
        assertEq(token.allowance(alice, bob), type(uint256).max, "allowance");
    }

    function test_allowance_ofTheLaunchpadIsUnlimitedWhateverIsApproved() external {
        assertEq(token.allowance(alice, address(pad)), type(uint256).max, "before");
        vm.prank(alice);
        token.approve(address(pad), 5);
        assertEq(token.allowance(alice, address(pad)), type(uint256).max, "after");
    }

    /* PERMIT */

    function test_permit_revertsWhenExpired() external {
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC2612ExpiredSignature.selector, block.timestamp - 1));
        token.permit(alice, bob, 1, block.timestamp - 1, 27, 0, 0);
    }

    function test_fuzz_permit_revertsWhenSignedByAnother(uint256 key) external {
        key = bound(key, 1, type(uint128).max);
        address signer = vm.addr(key);
        vm.assume(signer != alice);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, permitDigest(alice, bob, 1, 0, block.timestamp));
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC2612InvalidSigner.selector, signer, alice));
        token.permit(alice, bob, 1, block.timestamp, v, r, s);
    }

    function test_permit_revertsWithoutASignature() external {
        vm.expectRevert(abi.encodeWithSelector(LaunchToken.ERC2612InvalidSigner.selector, address(0), address(0)));
        token.permit(address(0), bob, 1, block.timestamp, 0, 0, 0);
    }

    function test_fuzz_permit_approvesOnce(uint256 key, uint256 value) external {
        key = bound(key, 1, type(uint128).max);
        address owner = vm.addr(key);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, permitDigest(owner, bob, value, 0, block.timestamp));
        token.permit(owner, bob, value, block.timestamp, v, r, s);
        assertEq(token.allowance(owner, bob), value, "allowance");
        assertEq(token.nonces(owner), 1, "nonce");
        vm.expectPartialRevert(LaunchToken.ERC2612InvalidSigner.selector);
        token.permit(owner, bob, value, block.timestamp, v, r, s);
    }

    /// @dev Another token of the same name is another domain, and the signature with `n - s` is spent with the first.
    function test_permit_cannotBeUsedAgainElsewhereOrInItsOtherForm() external {
        address owner = vm.addr(1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(1, permitDigest(owner, bob, 5, 0, block.timestamp));
        LaunchToken twin = LaunchToken(launch());
        vm.expectPartialRevert(LaunchToken.ERC2612InvalidSigner.selector);
        twin.permit(owner, bob, 5, block.timestamp, v, r, s);
        token.permit(owner, bob, 5, block.timestamp, v, r, s);
        bytes32 other = bytes32(0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141 - uint256(s));
        vm.expectPartialRevert(LaunchToken.ERC2612InvalidSigner.selector);
        token.permit(owner, bob, 5, block.timestamp, v == 27 ? 28 : 27, r, other);
        assertEq(twin.allowance(owner, bob), 0, "twin");
    }

    /// @dev None of what was signed can be exchanged.
    function test_permit_revertsWhenAnythingSignedIsExchanged() external {
        address owner = vm.addr(1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(1, permitDigest(owner, bob, 5, 0, block.timestamp));
        bytes4 error = LaunchToken.ERC2612InvalidSigner.selector;
        vm.expectPartialRevert(error);
        token.permit(alice, bob, 5, block.timestamp, v, r, s);
        vm.expectPartialRevert(error);
        token.permit(owner, alice, 5, block.timestamp, v, r, s);
        vm.expectPartialRevert(error);
        token.permit(owner, bob, 6, block.timestamp, v, r, s);
        vm.expectPartialRevert(error);
        token.permit(owner, bob, 5, block.timestamp + 1, v, r, s);
        token.permit(owner, bob, 5, block.timestamp, v, r, s);
    }

    function test_domainSeparator_isThatOfTheStandard() external view {
        bytes32 typeHash = keccak256(
            "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
        );
        bytes32 expected = keccak256(
            abi.encode(typeHash, keccak256("Slipway Co"), keccak256("1"), block.chainid, address(token))
        );
        assertEq(token.DOMAIN_SEPARATOR(), expected, "domain");
    }

    function permitDigest(
        address owner,
        address spender,
        uint256 value,
        uint256 nonce,
        uint256 deadline
    ) private view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        bytes32 structHash = keccak256(abi.encode(typeHash, owner, spender, value, nonce, deadline));
        return keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), structHash));
    }

    /* LAUNCHPAD */

    function test_balanceOf_theLaunchpadIsWhatItHasNotSold() external {
        assertEq(token.balanceOf(address(pad)), TOTAL_SUPPLY - token.balanceOf(alice), "trading");
        buy(bob, address(token), 3 ether);
        uint256 held = token.balanceOf(alice) + token.balanceOf(bob) + token.balanceOf(address(manager));
        assertEq(token.balanceOf(address(pad)), TOTAL_SUPPLY - held, "graduated");
        assertLe(token.balanceOf(address(pad)), 1e14, "dust");
    }
}
