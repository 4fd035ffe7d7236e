"""The installation's own authority: what it signs, for how long, and what it may not vouch for."""

from __future__ import annotations

import ipaddress
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509 import verification

from companion.errors import Trouble
from companion.network.certificates import Authority

SHOWN = ("192.168.1.20", "10.0.0.4", "fd00::2")


def held(authority: Authority) -> x509.Certificate:
    return x509.load_pem_x509_certificate(authority.chain_file.read_bytes())


def names(certificate: x509.Certificate) -> set[str]:
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(one.value) for one in found}


def verified(authority: Authority, leaf: x509.Certificate, name: str, at: datetime | None = None) -> bool:
    """Whether a strict verifier believes the certificate for that address, trusting the authority alone."""
    root = x509.load_der_x509_certificate(authority.certificate_der)
    builder = verification.PolicyBuilder().store(verification.Store([root]))
    try:
        subject: x509.DNSName | x509.IPAddress = x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    try:
        builder.time(at or datetime.now(UTC)).build_server_verifier(subject).verify(leaf, [])
    except verification.VerificationError:
        return False
    return True


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    made = Authority(tmp_path / "tls", host="kitchen-pc")
    assert made.vouch(SHOWN)
    return made


def test_every_address_shown_and_the_local_name_are_vouched_for(authority: Authority):
    leaf = held(authority)
    for name in (*SHOWN, "127.0.0.1", "::1", "localhost", "kitchen-pc", "kitchen-pc.local"):
        assert verified(authority, leaf, name), name
    assert not verified(authority, leaf, "192.168.1.21")


def test_it_is_valid_for_no_longer_than_phones_allow(authority: Authority):
    leaf = held(authority)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
    assert leaf.not_valid_before_utc <= datetime.now(UTC)


def test_keys_are_for_their_owner_only(authority: Authority):
    for file in authority.folder.glob("*-key.pem"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(list(authority.folder.glob("*-key.pem"))) == 2


def test_the_same_authority_is_there_after_a_restart_and_signs_nothing_anew(authority: Authority):
    again = Authority(authority.folder, host="kitchen-pc")
    before = authority.chain_file.read_bytes()
    assert again.fingerprint == authority.fingerprint
    assert not again.vouch(SHOWN)
    assert again.chain_file.read_bytes() == before


def test_a_new_address_gets_a_new_certificate_of_the_same_authority(authority: Authority):
    assert authority.vouch((*SHOWN, "172.20.10.2"))
    assert verified(authority, held(authority), "172.20.10.2")
    assert not authority.vouch(SHOWN), "an address that has gone is no reason"


@pytest.mark.parametrize(("days", "renewed"), [(1, False), (300, False), (370, True), (500, True)])
def test_it_is_renewed_before_it_runs_out(authority: Authority, days: int, renewed: bool):
    later = datetime.now(UTC) + timedelta(days=days)
    assert authority.vouch(SHOWN, later) is renewed
    assert verified(authority, held(authority), "192.168.1.20", later)


def test_its_key_cannot_vouch_for_a_site_of_the_internet(authority: Authority):
    """Even whoever has stolen the key: the limits stand in what the phones trust."""
    root = x509.load_der_x509_certificate(authority.certificate_der)
    stolen = serialization.load_pem_private_key((authority.folder / "authority-key.pem").read_bytes(), None)
    assert isinstance(stolen, ec.EllipticCurvePrivateKey)
    assert verified(authority, forged(root, stolen, "kitchen-pc.local"), "kitchen-pc.local")
    assert not verified(authority, forged(root, stolen, "bank.example"), "bank.example")


def forged(root: x509.Certificate, key: ec.EllipticCurvePrivateKey, name: str) -> x509.Certificate:
    now = datetime.now(UTC)
    identifier = root.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(root.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
        .sign(key, hashes.SHA256())
    )


def test_names_of_the_internet_are_left_to_a_proxy(authority: Authority):
    authority.vouch((*SHOWN, "table.example"))
    assert "table.example" not in names(held(authority))
    assert not authority.vouch((*SHOWN, "table.example")), "and are no reason for a new one every minute"


def test_a_damaged_server_certificate_is_made_again_a_damaged_authority_is_said(authority: Authority):
    authority.chain_file.write_text("nonsense")
    assert Authority(authority.folder, host="kitchen-pc").vouch(SHOWN)
    (authority.folder / "authority-key.pem").write_text("nonsense")
    with pytest.raises(Trouble, match="put them back"):
        Authority(authority.folder, host="kitchen-pc")


def test_a_computer_with_an_odd_name_serves_its_addresses(tmp_path: Path):
    odd = Authority(tmp_path / "tls", host="Küche_PC.fritz.box")
    odd.vouch(SHOWN)
    assert verified(odd, held(odd), "192.168.1.20")
    assert isinstance(odd.context(), ssl.SSLContext)
