// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibClone} from "solady/src/utils/LibClone.sol";
import {SafeTransferLib} from "solady/src/utils/SafeTransferLib.sol";
import {ILaunchpad} from "./ILaunchpad.sol";

/// @title FeeSplit
/// @notice Holds the creator's right of launches and divides its fees among fixed accounts in fixed shares. It has no owner and
/// cannot pass the right on. Anyone may make it claim and pay; only the accounts receive money.
/// @dev Every split is a clone of one implementation, made by `FeeSplitFactory`; accounts and shares are part of its code
/// (`account (20) | share in basis points (2)`, up to ten times). An account that refuses ETH is
/// credited with it and does not block the others.
contract FeeSplit {
    /* EVENTS AND ERRORS */

    /// @notice `amount` wei were divided; each account got, or is now owed, its share rounded down.
    event EthDivided(uint256 amount);
    /// @notice `amount` of `token` was divided; each account got its share rounded down.
    event TokensDivided(address indexed token, uint256 amount);
    /// @notice `account` did not take `amount` wei, which it is now owed.
    event Owed(address indexed account, uint256 amount);
    /// @notice `account` was paid the ETH it was owed.
    event Withdrawn(address indexed account, address indexed recipient, uint256 amount);

    /// @notice There is nothing to divide or to withdraw.
    error NothingToPay();
    /// @notice More gas is needed: an account must not be made a creditor for want of gas.
    error TooLittleGas();
    /// @notice Only `account` may have its ETH sent to another.
    error NotAccount(address caller, address account);
    /// @notice `recipient` refused the ETH.
    error EthTransferFailed(address recipient, uint256 amount);
    /// @notice A call came in while another was under way.
    error Reentrancy();

    uint256 private constant BPS = 10_000;
    uint256 private constant ENTRY_SIZE = 22;
    /// @dev Enough for any wallet, and little enough that ten accounts that burn it all still leave the transaction affordable.
    uint256 private constant GAS_PER_ACCOUNT = 100_000;

    /// @notice The launchpad whose fees are split.
    ILaunchpad public immutable launchpad;

    /// @notice Wei that an account has refused and may withdraw.
    mapping(address account => uint256) public owed;
    /// @notice The sum of what the accounts are owed.
    uint256 public totalOwed;
    uint256 private transient locked;

    modifier nonReentrant() {
        if (locked != 0) revert Reentrancy();
        locked = 1;
        _;
        locked = 0;
    }

    constructor(ILaunchpad launchpad_) {
        launchpad = launchpad_;
    }

    receive() external payable {}

    /* PAYMENT */

    /// @notice Claims the creator's fees of `token` and divides them: the ETH, and the tokens that its pool has earned.
    function claim(address token) external nonReentrant {
        launchpad.claimCreatorFees(token, address(this));
        _divideEth();
        _divideTokens(token);
    }

    /// @notice Divides the ETH that is here.
    function divideEth() external nonReentrant {
        if (_divideEth() == 0) revert NothingToPay();
    }

    /// @notice Divides the tokens that are here, such as those that `releaseLock` of the launchpad has sent.
    /// @dev Any other ERC-20 can be divided too, unless it refuses one of the accounts.
    function divideTokens(address token) external nonReentrant {
        if (_divideTokens(token) == 0) revert NothingToPay();
    }

    /// @notice Pays `account` what it is owed. Anyone may have it paid to the account itself, and only the account to another.
    function withdraw(address account, address recipient) external nonReentrant returns (uint256 amount) {
        if (recipient != account && msg.sender != account) revert NotAccount(msg.sender, account);
        amount = owed[account];
        if (amount == 0) revert NothingToPay();
        owed[account] = 0;
        totalOwed -= amount;
        emit Withdrawn(account, recipient, amount);
        if (!_send(recipient, amount, gasleft())) revert EthTransferFailed(recipient, amount);
    }

    /// @notice Accepts the creator's right of `token` that its holder has offered. Anyone may call it.
    function acceptCreator(address token) external nonReentrant {
        launchpad.acceptCreator(token);
    }

    /* VIEWS */

    /// @notice The accounts, in ascending order, and their shares in basis points.
    function shares() external view returns (address[] memory accounts, uint16[] memory bps) {
        bytes memory entries = _entries();
        uint256 length = entries.length / ENTRY_SIZE;
        accounts = new address[](length);
        bps = new uint16[](length);
        for (uint256 i; i < length; ++i) {
            uint256 share;
            (accounts[i], share) = _entryAt(entries, i);
            bps[i] = uint16(share);
        }
    }

    /* INTERNAL */

    /// @dev The remainder of the rounded shares stays for the next division.
    function _divideEth() private returns (uint256 amount) {
        amount = address(this).balance - totalOwed;
        if (amount == 0) return 0;
        emit EthDivided(amount);
        bytes memory entries = _entries();
        for (uint256 i; i < entries.length / ENTRY_SIZE; ++i) {
            (address account, uint256 share) = _entryAt(entries, i);
            uint256 part = (amount * share) / BPS;
            if (gasleft() < 2 * GAS_PER_ACCOUNT) revert TooLittleGas();
            if (_send(account, part, GAS_PER_ACCOUNT)) continue;
            owed[account] += part;
            totalOwed += part;
            emit Owed(account, part);
        }
    }

    function _divideTokens(address token) private returns (uint256 amount) {
        amount = SafeTransferLib.balanceOf(token, address(this));
        if (amount == 0) return 0;
        emit TokensDivided(token, amount);
        bytes memory entries = _entries();
        for (uint256 i; i < entries.length / ENTRY_SIZE; ++i) {
            (address account, uint256 share) = _entryAt(entries, i);
            SafeTransferLib.safeTransfer(token, account, (amount * share) / BPS);
        }
    }

    /// @dev Return data is not copied.
    function _send(address recipient, uint256 amount, uint256 gasLimit) private returns (bool success) {
        assembly ("memory-safe") {
            success := call(gasLimit, recipient, amount, 0, 0, 0, 0)
        }
    }

    function _entries() private view returns (bytes memory) {
        return LibClone.argsOnClone(address(this));
    }

    function _entryAt(bytes memory entries, uint256 index) private pure returns (address account, uint256 share) {
        uint256 word;
        assembly ("memory-safe") {
            word := mload(add(add(entries, 32), mul(index, ENTRY_SIZE)))
        }
        return (address(uint160(word >> 96)), uint16(word >> 80));
    }
}
