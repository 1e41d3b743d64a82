// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibClone} from "solady/src/utils/LibClone.sol";
import {LibRLP} from "solady/src/utils/LibRLP.sol";
import {CurveMath} from "./CurveMath.sol";
import {CurveState, OPENING_FLAG, packCurveState} from "./CurveState.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchpadTrading} from "./LaunchpadTrading.sol";
import {Text} from "./Text.sol";
import {TokenCode} from "./TokenCode.sol";

/// @title LaunchpadCreation
/// @notice The creation of tokens, plain and with options.
abstract contract LaunchpadCreation is LaunchpadTrading {
    uint256 private constant NAME_MAX = 64;
    uint256 private constant SYMBOL_MAX = 16;
    uint256 private constant METADATA_MAX = 512;
    uint256 private constant OPENING_MIN = 60;
    uint256 private constant OPENING_MAX = 3_600;
    /// @dev A locked first buy is exempt from the surcharge of the opening if the lock lasts at least this long: a shorter one
    /// would leave the creator the gain of a sniper, a few days later.
    uint256 private constant EXEMPT_LOCK_DAYS = 30;
    /// @dev The implementation took nonce 1, so token `i` that was created without a salt took nonce `i + 2`.
    uint256 private constant FIRST_TOKEN_NONCE = 2;

    /// @inheritdoc ILaunchpad
    function createToken(
        string calldata name,
        string calldata symbol,
        uint256 minTokensOut
    ) external payable nonReentrant returns (address token) {
        token = _create(name, symbol, _plainCode(msg.sender, name, symbol), 0);
        _open(token, _untouched(), minTokensOut, msg.sender, 0);
    }

    /// @inheritdoc ILaunchpad
    function createTokenWithOptions(
        string calldata name,
        string calldata symbol,
        uint256 minTokensOut,
        Options calldata options
    ) external payable nonReentrant returns (address token) {
        bytes24 terms = _termsIn(msg.sender, options);
        _checkTerms(terms);
        bytes calldata metadataURI = bytes(options.metadataURI);
        if (metadataURI.length > METADATA_MAX) revert MetadataLength(metadataURI.length, METADATA_MAX);
        Text.countCharacters(metadataURI);

        token = _create(name, symbol, _codeWith(msg.sender, name, symbol, terms), options.salt);
        address referrer = options.referrer;
        if (metadataURI.length != 0 || referrer != address(0)) emit MetadataSet(token, referrer, string(metadataURI));
        if (terms == 0) _open(token, _untouched(), minTokensOut, msg.sender, 0);
        else _openWith(token, terms, minTokensOut);
    }

    /// @inheritdoc ILaunchpad
    function predictToken(
        address creator,
        string calldata name,
        string calldata symbol,
        Options calldata options
    ) external view returns (address token) {
        bytes32 codeHash = keccak256(_codeWith(creator, name, symbol, _termsIn(creator, options)));
        return LibClone.predictDeterministicAddress(codeHash, options.salt, address(this));
    }

    /// @inheritdoc ILaunchpad
    function tokens(uint256 from, uint256 length) external view returns (address[] memory list) {
        uint256 left = from < count ? count - from : 0;
        list = new address[](length < left ? length : left);
        for (uint256 i; i < list.length; ++i) list[i] = _tokenAt(from + i);
    }

    /* INTERNAL */

    /// @dev The terms in the token's code; zero for a plain launch.
    function _termsIn(address creator, Options calldata options) private pure returns (bytes24) {
        address holder = options.feeHolder;
        if (holder == address(0)) holder = creator;
        (uint16 opening, uint16 lock) = (options.openingSeconds, options.lockDays);
        return holder == creator && opening | lock == 0 ? bytes24(0) : TokenCode.packTerms(holder, opening, lock);
    }

    function _checkTerms(bytes24 terms) private view {
        (address holder, uint256 opening, uint256 lock) = TokenCode.unpackTerms(terms);
        if (opening != 0 && (opening < OPENING_MIN || opening > OPENING_MAX))
            revert OpeningLength(opening, OPENING_MIN, OPENING_MAX);
        if (lock != 0 && msg.value == 0) revert LockWithoutBuy();
        // The launchpad's own balance is what it has not sold: released tokens must not go there.
        if (holder == address(this)) revert InvalidRecipient(holder);
    }

    /// @dev The creation emits `Transfer` from the token, so `TokenCreated` must come first: the address is predicted, and then
    /// compared with the one created.
    function _create(
        string calldata name,
        string calldata symbol,
        bytes memory code,
        bytes32 salt
    ) private returns (address token) {
        uint256 nameLength = Text.length(name, NAME_MAX);
        if (nameLength == 0 || nameLength > NAME_MAX) revert NameLength(nameLength, NAME_MAX);
        uint256 symbolLength = Text.length(symbol, SYMBOL_MAX);
        if (symbolLength == 0 || symbolLength > SYMBOL_MAX) revert SymbolLength(symbolLength, SYMBOL_MAX);

        uint256 index = count++;
        token =
            salt == 0
                ? LibRLP.computeAddress(address(this), index + FIRST_TOKEN_NONCE)
                : LibClone.predictDeterministicAddress(keccak256(code), salt, address(this));
        emit TokenCreated(token, msg.sender, name, symbol, block.timestamp);
        address created;
        if (salt == 0) {
            assembly ("memory-safe") {
                created := create(0, add(code, 0x20), mload(code))
            }
        } else {
            assembly ("memory-safe") {
                created := create2(0, add(code, 0x20), mload(code), salt)
            }
            saltedToken[index] = token;
        }
        if (created != token) revert DeploymentFailed();
    }

    /// @dev Opens the curve, with the first buy if the transaction has a value.
    function _open(
        address token,
        CurveState state,
        uint256 minTokensOut,
        address recipient,
        uint256 surcharge
    ) private {
        if (msg.value != 0) {
            _buy(token, state, minTokensOut, recipient, surcharge);
        } else {
            if (minTokensOut != 0) revert SlippageExceeded(0, minTokensOut);
            states[token] = state;
        }
    }

    /// @dev The same for a token with terms. The opening withholds most of a first buy that is not locked for long.
    function _openWith(address token, bytes24 terms, uint256 minTokensOut) private {
        (address holder, uint256 opening, uint256 lock) = TokenCode.unpackTerms(terms);
        // It could never claim.
        if (holder == token) revert InvalidRecipient(holder);
        emit OptionsSet(token, holder, opening, lock);
        CurveState state = opening != 0 ? _untouched().withFlag(OPENING_FLAG) : _untouched();
        uint256 surcharge = lock < EXEMPT_LOCK_DAYS ? CurveMath.surchargeBps(opening, 0) : 0;
        _open(token, state, minTokensOut, lock != 0 ? token : msg.sender, surcharge);
    }

    function _untouched() private pure returns (CurveState) {
        return packCurveState(0, 0, 0, Status.Trading);
    }

    /// @dev The creator is part of the code, and so of an address made with a salt: no one can take another creator's address.
    function _plainCode(
        address creator,
        string calldata name,
        string calldata symbol
    ) private view returns (bytes memory) {
        return TokenCode.plainCreation(tokenImplementation, TokenCode.plainArguments(creator, name, symbol));
    }

    function _codeWith(
        address creator,
        string calldata name,
        string calldata symbol,
        bytes24 terms
    ) private view returns (bytes memory) {
        if (terms == 0) return _plainCode(creator, name, symbol);
        return TokenCode.termedCreation(tokenImplementation, TokenCode.termedArguments(creator, name, symbol, terms));
    }

    function _tokenAt(uint256 index) private view returns (address token) {
        token = saltedToken[index];
        if (token == address(0)) token = LibRLP.computeAddress(address(this), index + FIRST_TOKEN_NONCE);
    }
}
