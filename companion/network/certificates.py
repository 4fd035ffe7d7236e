"""This installation's own certificate authority: what lets phones open the live camera over HTTPS at home.

A browser opens the camera only on a safe connection, and no public authority vouches for 192.168.1.20. So the first
start makes an authority of its own, which a person may trust once a phone, and signs a certificate for the addresses
shown. The authority may vouch for addresses in numbers, names in .local and this computer's own name, and for nothing
else (name constraints, RFC 5280, 4.2.1.10): whoever steals its key cannot pose as anybody's bank.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import Trouble

AUTHORITY_DAYS = 10 * 365
LEAF_DAYS = 397
"""Phones refuse certificates that are valid for longer (Apple: 398 days)."""
RENEW_DAYS = 30
_SKEW = timedelta(days=1)
"""A phone's clock may be behind ours."""
_NAME = re.compile(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,9}")
_ALWAYS = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class _Pair:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


class Authority:
    """The authority in a folder, and the certificate it has signed last. Made on first use.

    Raises Trouble where the folder cannot be used or what lies there cannot be read.
    """

    def __init__(self, folder: Path, *, host: str) -> None:
        self.folder, self.host = folder, host.lower().split(".")[0]
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._own = self._load("authority") or self._make_authority(datetime.now(UTC))
        except OSError as error:
            reason = (error.strerror or "it is not usable").lower()
            raise Trouble("tls_folder", f"{folder} cannot be used to keep certificates ({reason})") from error

    @property
    def certificate_der(self) -> bytes:
        """The authority's certificate as phones take it."""
        return self._own.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as phones show it: to compare with what the terminal says."""
        return hashlib.sha256(self.certificate_der).digest().hex(" ").upper()

    @property
    def name(self) -> str:
        """What the phone's list of certificates calls it."""
        found = self._own.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
        return found if isinstance(found, str) else found.decode()

    @property
    def chain_file(self) -> Path:
        """The signed certificate with the authority's behind it."""
        return self.folder / "server.pem"

    @property
    def key_file(self) -> Path:
        return self.folder / "server-key.pem"

    def vouch(self, names: Iterable[str], now: datetime | None = None) -> bool:
        """Have a certificate for these addresses and names. True where a new one had to be made.

        Made anew where a name is missing or fewer than 30 days are left. Names the authority may not vouch for are
        left out: they are for a proxy with a certificate of its own.
        """
        now = now or datetime.now(UTC)
        wanted = {name for name in self._names(names) if self._allowed(name)}
        try:
            held = self._load("server")
            if held is not None and self._good(held.certificate, wanted, now):
                return False
            self._save("server", self._sign(sorted(wanted), now), self._own.certificate)
        except OSError as error:
            reason = (error.strerror or "it is not usable").lower()
            raise Trouble("tls_folder", f"{self.folder} cannot be used to keep certificates ({reason})") from error
        return True

    def load_into(self, context: ssl.SSLContext) -> None:
        """Serve with the certificate of now; connections made from here on get it."""
        context.load_cert_chain(self.chain_file, self.key_file)

    def context(self) -> ssl.SSLContext:
        """For a server."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.load_into(context)
        return context

    # --- names ---------------------------------------------------------------------------------------------------

    def _names(self, names: Iterable[str]) -> set[str]:
        own = (self.host, f"{self.host}.local")
        return {_plain(name.strip("[]").lower()) for name in (*_ALWAYS, *own, *names)}

    def _allowed(self, name: str) -> bool:
        if _is_address(name):
            return True
        inside = any(name == root or name.endswith(f".{root}") for root in self._roots())
        return bool(_NAME.fullmatch(name)) and inside

    def _roots(self) -> tuple[str, ...]:
        """The names the authority was made for; the computer may have been renamed since."""
        found = self._own.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        return tuple(str(one.value) for one in found.permitted_subtrees or ())

    def _good(self, held: x509.Certificate, wanted: set[str], now: datetime) -> bool:
        try:
            held.verify_directly_issued_by(self._own.certificate)
        except Exception:  # whatever is wrong with it is one more reason for a new one
            return False
        alternative = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        names = {str(one.value) for one in alternative}
        return (
            wanted <= names
            and now + timedelta(days=RENEW_DAYS) < held.not_valid_after_utc
            and now >= (held.not_valid_before_utc)
        )

    # --- making --------------------------------------------------------------------------------------------------

    def _make_authority(self, now: datetime) -> _Pair:
        key = ec.generate_private_key(ec.SECP256R1())
        roots = [root for root in ("local", "localhost", self.host) if _NAME.fullmatch(root)]
        title = f"Tablewright on {self.host}"[:60] + f" ({now:%Y-%m-%d})"
        subject = _subject(title[:64])
        made = (
            _blank(subject, subject, key.public_key(), now=now, days=AUTHORITY_DAYS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs=True), critical=True)
            .add_extension(x509.NameConstraints([x509.DNSName(root) for root in roots], None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        pair = _Pair(made, key)
        self._save("authority", pair)
        return pair

    def _sign(self, names: list[str], now: datetime) -> _Pair:
        key = ec.generate_private_key(ec.SECP256R1())
        issuer = self._own.certificate
        identifier = issuer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
        alternative = [
            x509.IPAddress(ipaddress.ip_address(name)) if _is_address(name) else x509.DNSName(name) for name in names
        ]
        made = (
            _blank(_subject("Tablewright"), issuer.subject, key.public_key(), now=now, days=LEAF_DAYS)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(alternative), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
            .sign(self._own.key, hashes.SHA256())
        )
        return _Pair(made, key)

    # --- files ---------------------------------------------------------------------------------------------------

    def _save(self, name: str, pair: _Pair, *chain: x509.Certificate) -> None:
        pem = serialization.Encoding.PEM
        key = pair.key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        _write(self.folder / f"{name}-key.pem", key, 0o600)
        _write(
            self.folder / f"{name}.pem", b"".join(one.public_bytes(pem) for one in (pair.certificate, *chain)), 0o644
        )

    def _load(self, name: str) -> _Pair | None:
        """What lies in the folder under that name; None where nothing does."""
        certificate, key = self.folder / f"{name}.pem", self.folder / f"{name}-key.pem"
        if not certificate.exists():
            return None
        try:
            private = serialization.load_pem_private_key(key.read_bytes(), None)
            found = x509.load_pem_x509_certificate(certificate.read_bytes())
            if isinstance(private, ec.EllipticCurvePrivateKey) and private.public_key() == found.public_key():
                return _Pair(found, private)
        except (ValueError, TypeError, FileNotFoundError):
            pass
        if name == "server":
            return None  # made again without anybody noticing
        raise Trouble(
            "tls_damaged",
            f"{certificate} and {key.name} cannot be read as a pair; put them back from a copy, or remove both, and "
            "every phone has to trust a new one",
        )


def _plain(name: str) -> str:
    """An address in its one usual spelling, a name as it is."""
    return str(ipaddress.ip_address(name)) if _is_address(name) else name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _blank(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    begins = now - _SKEW
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=days) - timedelta(seconds=1))
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write(path: Path, data: bytes, mode: int) -> None:
    """All or nothing, and never for a moment readable by others where it is a key."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
