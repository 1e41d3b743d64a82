// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibClone} from "solady/src/utils/LibClone.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {TokenCode} from "./TokenCode.sol";

/// @title LaunchToken
/// @notice The ERC-20 of one launch: fixed supply, no owner, no fee, no pause, EIP-2612 permit.
/// @dev Every token is a clone of one implementation. Its creator, symbol, name and terms are part of the clone's own code
/// (see `TokenCode`), so there is nothing to initialise and nothing to take over.
///
/// The launchpad's balance is not stored: it holds all tokens that were not issued and reports the number itself, so that a trade
/// writes one balance. For the same reason only the launchpad can move tokens to itself: holders `sell` instead.
contract LaunchToken {
    /* EVENTS AND ERRORS (names and arguments of ERC-20 and ERC-6093) */

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /// @notice `sender` has only `balance` of the `needed` tokens.
    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);
    /// @notice `spender` may only move `allowance` of the `needed` tokens.
    error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    /// @notice Tokens cannot be sent to the zero address or to the launchpad.
    error ERC20InvalidReceiver(address receiver);
    /// @notice The permit was valid until `deadline`.
    error ERC2612ExpiredSignature(uint256 deadline);
    /// @notice The permit was not signed by `owner`.
    error ERC2612InvalidSigner(address signer, address owner);

    /* CONSTANTS */

    uint256 public constant totalSupply = 1e27;
    uint8 public constant decimals = 18;

    bytes32 private constant DOMAIN_TYPEHASH = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 private constant PERMIT_TYPEHASH = keccak256(
        "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
    );

    /// @notice The launchpad that created this token.
    address public immutable launchpad;

    /* STORAGE */

    mapping(address account => uint256) private balances;
    mapping(address owner => mapping(address spender => uint256)) private allowances;
    /// @notice The nonce of the next permit of `owner`.
    mapping(address owner => uint256) public nonces;

    constructor() {
        launchpad = msg.sender;
    }

    /* ERC-20 */

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (msg.sender != launchpad) _spendAllowance(from, value);
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function balanceOf(address account) external view returns (uint256) {
        if (account == launchpad) return ILaunchpad(launchpad).heldTokens(address(this));
        return balances[account];
    }

    /// @notice What `spender` may move. For the launchpad it is unlimited, and all that it ever moves are the tokens that
    /// the caller of `sell` sells and those of a locked first buy, which this contract itself holds.
    function allowance(address owner, address spender) external view returns (uint256) {
        return spender == launchpad ? type(uint256).max : allowances[owner][spender];
    }

    /* EIP-2612 */

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (block.timestamp > deadline) revert ERC2612ExpiredSignature(deadline);
        bytes32 structHash = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), structHash)), v, r, s);
        if (signer == address(0) || signer != owner) revert ERC2612InvalidSigner(signer, owner);
        _approve(owner, spender, value);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name())), keccak256("1"), block.chainid, address(this))
            );
    }

    /* METADATA */

    function name() public view returns (string memory) {
        (, uint256 start, uint256 end) = TokenCode.texts(address(this));
        return string(LibClone.argsOnClone(address(this), start, end));
    }

    function symbol() external view returns (string memory) {
        (uint256 start, uint256 end, ) = TokenCode.texts(address(this));
        return string(LibClone.argsOnClone(address(this), start, end));
    }

    /// @notice The account that launched this token. The right to the creator's fees may be another's.
    function creator() external view returns (address) {
        return address(bytes20(LibClone.argsOnClone(address(this), 0, 20)));
    }

    /* INTERNAL */

    /// @dev The launchpad's side of a movement is not stored. Balances add up to the supply, so no sum overflows.
    function _move(address from, address to, uint256 value) private {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        if (from != launchpad) {
            uint256 balance = balances[from];
            if (balance < value) revert ERC20InsufficientBalance(from, balance, value);
            unchecked {
                balances[from] = balance - value;
            }
        }
        if (to != launchpad) {
            unchecked {
                balances[to] += value;
            }
        } else if (msg.sender != launchpad) {
            revert ERC20InvalidReceiver(to);
        }
        emit Transfer(from, to, value);
    }

    function _spendAllowance(address from, uint256 value) private {
        uint256 allowed = allowances[from][msg.sender];
        if (allowed == type(uint256).max) return;
        if (allowed < value) revert ERC20InsufficientAllowance(msg.sender, allowed, value);
        unchecked {
            allowances[from][msg.sender] = allowed - value;
        }
    }

    function _approve(address owner, address spender, uint256 value) private {
        allowances[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}
