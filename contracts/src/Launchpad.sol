// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IPoolManager} from "@uniswap/v4-core/src/interfaces/IPoolManager.sol";
import {IUnlockCallback} from "@uniswap/v4-core/src/interfaces/callback/IUnlockCallback.sol";
import {PoolId} from "@uniswap/v4-core/src/types/PoolId.sol";
import {PoolKey} from "@uniswap/v4-core/src/types/PoolKey.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";
import {LibRLP} from "solady/src/utils/LibRLP.sol";
import {CurveMath} from "./CurveMath.sol";
import {CurveState, packCurveState} from "./CurveState.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./ILaunchpad.sol";
import {LaunchToken} from "./LaunchToken.sol";
import {Text} from "./Text.sol";

/// @title Launchpad
/// @notice See `ILaunchpad`.
/// @dev The contract is the hook of every pool it opens. Its address has the one permission bit `BEFORE_INITIALIZE` and the
/// code has no such function: the pool manager lets the launchpad open these pools, for it skips a hook that calls itself,
/// and nobody else.
contract Launchpad is ILaunchpad, IUnlockCallback {
    /* CONSTANTS */

    uint256 private constant NAME_MAX = 64;
    uint256 private constant SYMBOL_MAX = 16;
    uint256 private constant METADATA_MAX = 512;
    /// @dev The implementation took nonce 1, so token `i` that was created without a salt took nonce `i + 2`.
    uint256 private constant FIRST_TOKEN_NONCE = 2;

    /// @inheritdoc ILaunchpad
    IPoolManager public immutable poolManager;
    /// @inheritdoc ILaunchpad
    address public immutable treasury;
    /// @inheritdoc ILaunchpad
    address public immutable tokenImplementation;

    /* STORAGE */

    mapping(address token => CurveState) private states;
    /// @dev One slot for both, which is therefore never empty when a token graduates.
    uint128 private count;
    uint128 private treasuryLedger;
    /// @dev Wei already set apart for the creator of a token.
    mapping(address token => uint256) private creatorLedger;
    /// @dev Who holds the creator's right, once it has passed on.
    mapping(address token => address) private laterCreator;
    mapping(address token => address) private pendingCreator;
    /// @dev The tokens whose address does not follow from the launchpad's nonce.
    mapping(uint256 index => address) private saltedToken;

    /// @dev Set to zero and never deleted: where a contract deletes a transient and a stored variable of one type, this
    /// version of the compiler writes both to the same kind of storage, and the creator's ledger would not be cleared.
    uint256 private transient locked;

    modifier nonReentrant() {
        if (locked != 0) revert Reentrancy();
        locked = 1;
        _;
        locked = 0;
    }

    modifier nonReentrantView() {
        if (locked != 0) revert Reentrancy();
        _;
    }

    /// @dev The pool manager calls back only whom it was called by; everything else it might send is refused.
    modifier onlyPoolManager() {
        if (msg.sender != address(poolManager) || locked == 0) revert NotPoolManager(msg.sender);
        _;
    }

    modifier before(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        _;
    }

    constructor(IPoolManager poolManager_, address treasury_) {
        bool isHook = uint160(address(this)) & GraduationPool.HOOK_MASK == GraduationPool.HOOK_FLAGS;
        bool isPayable = treasury_ != address(0) && treasury_ != address(this);
        if (!isHook || !isPayable || address(poolManager_).code.length == 0) revert InvalidDeployment();
        assert(GraduationPool.isContinuous());
        poolManager = poolManager_;
        treasury = treasury_;
        tokenImplementation = address(new LaunchToken());
    }

    /// @dev Only the fees of a pool that is being collected arrive here.
    receive() external payable onlyPoolManager {}

    /* CREATE */

    /// @inheritdoc ILaunchpad
    function createToken(
        string calldata name,
        string calldata symbol,
        uint256 minTokensOut
    ) external payable nonReentrant returns (address token) {
        token = _create(name, symbol, 0);
        _open(token, minTokensOut);
    }

    /// @inheritdoc ILaunchpad
    function createTokenWith(
        string calldata name,
        string calldata symbol,
        uint256 minTokensOut,
        string calldata metadataURI,
        bytes32 salt,
        address referrer
    ) external payable nonReentrant returns (address token) {
        uint256 length = bytes(metadataURI).length;
        if (length > METADATA_MAX) revert MetadataLength(length, METADATA_MAX);
        Text.countCharacters(bytes(metadataURI));
        token = _create(name, symbol, salt);
        emit MetadataSet(token, referrer, metadataURI);
        _open(token, minTokensOut);
    }

    /// @inheritdoc ILaunchpad
    function predictToken(
        address creator,
        string calldata name,
        string calldata symbol,
        bytes32 salt
    ) external view returns (address token) {
        bytes memory args = _tokenArguments(creator, name, symbol);
        return LibClone.predictDeterministicAddress(tokenImplementation, args, salt, address(this));
    }

    /* TRADE */

    /// @inheritdoc ILaunchpad
    function buy(address token, uint256 minTokensOut) external payable nonReentrant {
        _buy(token, _tradingState(token), minTokensOut, msg.sender);
    }

    /// @inheritdoc ILaunchpad
    function buyFor(
        address token,
        uint256 minTokensOut,
        address recipient,
        uint256 deadline
    ) external payable nonReentrant before(deadline) returns (uint256 tokensOut) {
        _requireRecipient(recipient);
        return _buy(token, _tradingState(token), minTokensOut, recipient);
    }

    /// @inheritdoc ILaunchpad
    function sell(address token, uint256 tokenAmount, uint256 minEthOut) external nonReentrant {
        _sell(token, tokenAmount, minEthOut, msg.sender);
    }

    /// @inheritdoc ILaunchpad
    function sellFor(
        address token,
        uint256 tokenAmount,
        uint256 minEthOut,
        address recipient,
        uint256 deadline
    ) external nonReentrant before(deadline) returns (uint256 ethOut) {
        _requireRecipient(recipient);
        return _sell(token, tokenAmount, minEthOut, recipient);
    }

    /// @inheritdoc ILaunchpad
    function getBuyQuote(
        address token,
        uint256 ethIn
    ) external view nonReentrantView returns (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund) {
        CurveState state = _tradingState(token);
        if (ethIn == 0) revert ZeroAmount();
        (tokensOut, fee, ethUsed) = CurveMath.quoteBuy(state.realEth(), state.sold(), ethIn);
        refund = ethIn - ethUsed;
    }

    /// @inheritdoc ILaunchpad
    function getBuyQuoteExactOut(
        address token,
        uint256 tokensOut
    ) external view nonReentrantView returns (uint256 ethIn, uint256 fee) {
        CurveState state = _tradingState(token);
        if (tokensOut == 0) revert ZeroAmount();
        (uint256 realEth, uint256 sold) = (state.realEth(), state.sold());
        uint256 available = CurveMath.tokensOutDown(realEth, sold, CurveMath.TARGET - realEth);
        if (tokensOut > available) revert AmountExceedsCurve(tokensOut, available);
        ethIn = CurveMath.grossFor(CurveMath.ethInUp(realEth, sold, tokensOut));
        fee = CurveMath.feeDown(ethIn);
    }

    /// @inheritdoc ILaunchpad
    function getSellQuote(
        address token,
        uint256 tokenAmount
    ) external view nonReentrantView returns (uint256 ethOut, uint256 fee) {
        return _quoteSell(_tradingState(token), tokenAmount);
    }

    /* FEES */

    /// @inheritdoc ILaunchpad
    function collectPoolFees(address token) external nonReentrant returns (uint256 ethAmount, uint256 tokenAmount) {
        CurveState state = _knownState(token);
        if (state.status() != Status.Graduated) revert NotGraduated(token);
        (state, ethAmount, tokenAmount) = _collect(token, state, _creatorOf(token));
        states[token] = state;
    }

    /// @inheritdoc ILaunchpad
    function claimCreatorFees(address token, address recipient) external nonReentrant returns (uint256 amount) {
        _requireRecipient(recipient);
        CurveState state = _requireCreator(token);
        if (state.status() == Status.Graduated) (state, , ) = _collect(token, state, recipient);
        _divideFees(token, state);
        amount = creatorLedger[token];
        delete creatorLedger[token];
        emit FeesClaimed(token, msg.sender, recipient, amount);
        _sendEth(recipient, amount);
    }

    /// @inheritdoc ILaunchpad
    function claimTreasuryFees(address[] calldata tokenList) external nonReentrant returns (uint256 amount) {
        for (uint256 i; i < tokenList.length; ++i) _divideFees(tokenList[i], _knownState(tokenList[i]));
        amount = treasuryLedger;
        treasuryLedger = 0;
        emit TreasuryFeesClaimed(amount);
        _sendEth(treasury, amount);
    }

    /// @inheritdoc ILaunchpad
    function transferCreator(address token, address newCreator) external nonReentrant {
        _requireCreator(token);
        pendingCreator[token] = newCreator;
        emit CreatorTransferStarted(token, msg.sender, newCreator);
    }

    /// @inheritdoc ILaunchpad
    function acceptCreator(address token) external nonReentrant {
        address pending = pendingCreator[token];
        if (msg.sender != pending) revert NotPendingCreator(msg.sender, pending);
        emit CreatorTransferred(token, _creatorOf(token), msg.sender);
        laterCreator[token] = msg.sender;
        delete pendingCreator[token];
    }

    /* VIEWS */

    /// @inheritdoc ILaunchpad
    function cfg()
        external
        pure
        returns (
            uint256 totalSupply,
            uint256 curveSupply,
            uint256 virtualEth,
            uint256 virtualToken,
            uint256 gradEthTarget,
            uint16 tradeFeeBps,
            uint16 gradFeeBps,
            uint16 creatorFeeShareBps
        )
    {
        return (
            CurveMath.TOTAL_SUPPLY,
            CurveMath.CURVE_SUPPLY,
            CurveMath.VIRTUAL_ETH,
            CurveMath.VIRTUAL_TOKEN,
            CurveMath.TARGET,
            CurveMath.TRADE_FEE_BPS,
            CurveMath.GRADUATION_FEE_BPS,
            CurveMath.CREATOR_SHARE_BPS
        );
    }

    /// @inheritdoc ILaunchpad
    function realEthRaised(address token) external view nonReentrantView returns (uint256) {
        return states[token].realEth();
    }

    /// @inheritdoc ILaunchpad
    function tokenCount() external view returns (uint256) {
        return count;
    }

    /// @inheritdoc ILaunchpad
    function treasuryFees() external view returns (uint256) {
        return treasuryLedger;
    }

    /// @inheritdoc ILaunchpad
    function tokens(uint256 from, uint256 length) external view returns (address[] memory list) {
        uint256 left = from < count ? count - from : 0;
        list = new address[](length < left ? length : left);
        for (uint256 i; i < list.length; ++i) list[i] = _tokenAt(from + i);
    }

    /// @inheritdoc ILaunchpad
    function curve(address token) public view nonReentrantView returns (Curve memory result) {
        CurveState state = states[token];
        result.token = token;
        result.status = state.status();
        if (result.status == Status.Unknown) return result;
        (uint256 forCreator, uint256 forTreasury) = CurveMath.shares(state.fees());
        result.creator = _creatorOf(token);
        result.pendingCreator = pendingCreator[token];
        result.realEth = state.realEth();
        result.sold = state.sold();
        result.creatorFees = creatorLedger[token] + forCreator;
        result.treasuryFees = forTreasury;
        if (result.status == Status.Graduated) result.poolId = _poolId(token);
    }

    /// @inheritdoc ILaunchpad
    function curves(address[] calldata tokenList) external view returns (Curve[] memory list) {
        list = new Curve[](tokenList.length);
        for (uint256 i; i < list.length; ++i) list[i] = curve(tokenList[i]);
    }

    /// @inheritdoc ILaunchpad
    function poolKey(address token) external view returns (PoolKey memory) {
        return GraduationPool.keyOf(token);
    }

    /// @inheritdoc ILaunchpad
    function heldTokens(address token) external view returns (uint256) {
        CurveState state = states[token];
        if (state.status() == Status.Unknown) return 0;
        uint256 inPool = state.status() == Status.Graduated ? GraduationPool.TOKENS : 0;
        return CurveMath.TOTAL_SUPPLY - state.sold() - inPool;
    }

    /* UNISWAP */

    /// @inheritdoc IUnlockCallback
    /// @dev `data` holds a token and the recipient of the creator's tokens, who is the zero address when the pool opens.
    function unlockCallback(bytes calldata data) external onlyPoolManager returns (bytes memory) {
        (address token, address recipient) = abi.decode(data, (address, address));
        if (recipient != address(0)) return GraduationPool.collect(poolManager, token, recipient, treasury);
        GraduationPool.seed(poolManager, token);
        return "";
    }

    /* INTERNAL: CREATE */

    function _create(string calldata name, string calldata symbol, bytes32 salt) private returns (address token) {
        uint256 nameLength = Text.length(name, NAME_MAX);
        if (nameLength == 0 || nameLength > NAME_MAX) revert NameLength(nameLength, NAME_MAX);
        uint256 symbolLength = Text.length(symbol, SYMBOL_MAX);
        if (symbolLength == 0 || symbolLength > SYMBOL_MAX) revert SymbolLength(symbolLength, SYMBOL_MAX);

        bytes memory args = _tokenArguments(msg.sender, name, symbol);
        uint256 index = count++;
        if (salt == 0) {
            token = LibClone.clone(tokenImplementation, args);
        } else {
            token = LibClone.cloneDeterministic(tokenImplementation, args, salt);
            saltedToken[index] = token;
        }
        emit TokenCreated(token, msg.sender, name, symbol, block.timestamp);
        LaunchToken(token).announceSupply();
    }

    /// @dev Opens the curve, with the first buy if the transaction has a value.
    function _open(address token, uint256 minTokensOut) private {
        CurveState fresh = packCurveState(0, 0, 0, Status.Trading);
        if (msg.value != 0) {
            _buy(token, fresh, minTokensOut, msg.sender);
        } else {
            if (minTokensOut != 0) revert SlippageExceeded(0, minTokensOut);
            states[token] = fresh;
        }
    }

    /// @dev The creator is part of the code, and so of an address made with a salt: nobody can take another's.
    function _tokenArguments(
        address creator,
        string calldata name,
        string calldata symbol
    ) private pure returns (bytes memory) {
        return abi.encodePacked(creator, uint8(bytes(symbol).length), symbol, name);
    }

    function _tokenAt(uint256 index) private view returns (address token) {
        token = saltedToken[index];
        if (token == address(0)) token = LibRLP.computeAddress(address(this), index + FIRST_TOKEN_NONCE);
    }

    /* INTERNAL: TRADE */

    function _buy(
        address token,
        CurveState state,
        uint256 minTokensOut,
        address recipient
    ) private returns (uint256 tokensOut) {
        if (msg.value == 0) revert ZeroAmount();
        (uint256 realEth, uint256 sold) = (state.realEth(), state.sold());
        uint256 fee;
        uint256 ethUsed;
        (tokensOut, fee, ethUsed) = CurveMath.quoteBuy(realEth, sold, msg.value);
        if (tokensOut < minTokensOut) revert SlippageExceeded(tokensOut, minTokensOut);

        realEth += ethUsed - fee;
        sold += tokensOut;
        bool isFull = realEth == CurveMath.TARGET;
        Status status = isFull ? Status.Graduated : Status.Trading;
        states[token] = packCurveState(realEth, sold, state.fees() + fee, status);
        emit Trade(token, msg.sender, recipient, true, ethUsed, tokensOut, fee, realEth, sold);

        LaunchToken(token).transfer(recipient, tokensOut);
        if (isFull) _graduate(token);
        if (msg.value != ethUsed) _sendEth(msg.sender, msg.value - ethUsed);
    }

    function _sell(
        address token,
        uint256 tokenAmount,
        uint256 minEthOut,
        address recipient
    ) private returns (uint256 ethOut) {
        CurveState state = _tradingState(token);
        uint256 fee;
        (ethOut, fee) = _quoteSell(state, tokenAmount);
        if (ethOut < minEthOut) revert SlippageExceeded(ethOut, minEthOut);

        uint256 realEth = state.realEth() - ethOut - fee;
        uint256 sold = state.sold() - tokenAmount;
        states[token] = packCurveState(realEth, sold, state.fees() + fee, Status.Trading);
        emit Trade(token, msg.sender, recipient, false, ethOut, tokenAmount, fee, realEth, sold);

        LaunchToken(token).transferFrom(msg.sender, address(this), tokenAmount);
        _sendEth(recipient, ethOut);
    }

    function _quoteSell(CurveState state, uint256 tokenAmount) private pure returns (uint256 ethOut, uint256 fee) {
        uint256 sold = state.sold();
        if (tokenAmount > sold) revert AmountExceedsSold(tokenAmount, sold);
        (ethOut, fee) = CurveMath.quoteSell(state.realEth(), sold, tokenAmount);
        if (ethOut == 0) revert ZeroAmount();
    }

    /// @dev Opens the pool and seeds it. The pool cannot exist before: only this contract can open one with this key, and
    /// it does so once.
    function _graduate(address token) private {
        PoolKey memory key = GraduationPool.keyOf(token);
        uint256 fee = CurveMath.TARGET - GraduationPool.ETH;
        treasuryLedger += uint128(fee);
        poolManager.initialize(key, GraduationPool.SQRT_PRICE_X96);
        poolManager.unlock(abi.encode(token, address(0)));
        emit Graduated(
            token,
            PoolId.unwrap(key.toId()),
            key,
            GraduationPool.SQRT_PRICE_X96,
            GraduationPool.LIQUIDITY,
            GraduationPool.ETH,
            GraduationPool.TOKENS,
            fee
        );
    }

    /* INTERNAL: FEES */

    /// @dev Adds the ETH that the pool has earned to the fees of `state`, which the caller has to store.
    function _collect(
        address token,
        CurveState state,
        address recipient
    ) private returns (CurveState, uint256 ethAmount, uint256 tokenAmount) {
        bytes memory result = poolManager.unlock(abi.encode(token, recipient));
        uint256 forCreator;
        uint256 forTreasury;
        (ethAmount, forCreator, forTreasury) = abi.decode(result, (uint256, uint256, uint256));
        emit PoolFeesCollected(token, recipient, ethAmount, forCreator, forTreasury);
        tokenAmount = forCreator + forTreasury;
        uint256 fees = state.fees() + ethAmount;
        return (packCurveState(state.realEth(), state.sold(), fees, state.status()), ethAmount, tokenAmount);
    }

    /// @dev Moves the fees of `state` to the ledgers of creator and treasury.
    function _divideFees(address token, CurveState state) private {
        (uint256 forCreator, uint256 forTreasury) = CurveMath.shares(state.fees());
        creatorLedger[token] += forCreator;
        treasuryLedger += uint128(forTreasury);
        states[token] = packCurveState(state.realEth(), state.sold(), 0, state.status());
    }

    function _sendEth(address recipient, uint256 amount) private {
        bool success;
        // What the recipient returns is not copied.
        assembly ("memory-safe") {
            success := call(gas(), recipient, amount, 0, 0, 0, 0)
        }
        if (!success) revert EthTransferFailed(recipient, amount);
    }

    /* INTERNAL: CHECKS */

    function _knownState(address token) private view returns (CurveState state) {
        state = states[token];
        if (state.status() == Status.Unknown) revert UnknownToken(token);
    }

    function _tradingState(address token) private view returns (CurveState state) {
        state = _knownState(token);
        if (state.status() == Status.Graduated) revert AlreadyGraduated(token, _poolId(token));
    }

    function _requireCreator(address token) private view returns (CurveState state) {
        state = _knownState(token);
        address creator = _creatorOf(token);
        if (msg.sender != creator) revert NotCreator(msg.sender, creator);
    }

    function _requireRecipient(address recipient) private view {
        if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);
    }

    function _creatorOf(address token) private view returns (address creator) {
        creator = laterCreator[token];
        if (creator == address(0)) creator = LaunchToken(token).creator();
    }

    function _poolId(address token) private view returns (bytes32) {
        return PoolId.unwrap(GraduationPool.keyOf(token).toId());
    }
}
