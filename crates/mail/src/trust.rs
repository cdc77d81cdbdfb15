//! Who is believed to be the server that we want to talk to: anyone who has a certificate of an
//! authority that this machine trusts, or of one that the referee names (`ca_file`), or that very
//! certificate.
//!
//! A certificate that people make themselves (`openssl req -x509`) is often one of an authority,
//! and says whose it is in its common name alone; the library takes neither for a server's. If the
//! referee has named it, it is known by all its bytes, so its dates and its name are enough. Not
//! here: the line itself (`line`).

use super::certificate;
use packetboat_core::clock::{Moment, Zone};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error};
use rustls::{RootCertStore, SignatureScheme};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How a line is made private, with the certificates (PEM) that the referee names, if any.
///
/// # Errors
/// Certificates that cannot be read, or a machine that trusts nobody.
pub fn config(authorities: Option<&[u8]>) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // Some that machines have are too old to be read; they are of no use to anybody.
        let _ = roots.add(certificate);
    }
    let mut named = Vec::new();
    for certificate in CertificateDer::pem_slice_iter(authorities.unwrap_or(b"")) {
        let certificate = certificate.map_err(|it| format!("ca_file: {it}"))?;
        named.push(certificate.clone());
        roots
            .add(certificate)
            .map_err(|it| format!("ca_file: {it}"))?;
    }
    if roots.is_empty() {
        let what = "this machine has no certificates of authorities; install the package \
                    ca-certificates, or name the server's certificate in ca_file";
        return Err(what.to_owned());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let others =
        WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
    let others = others.build().map_err(|it| it.to_string())?;
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|it| it.to_string())?;
    let trusted = config
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Trusted { named, others }));
    Ok(trusted.with_no_client_auth())
}

/// Whom we believe.
#[derive(Debug)]
struct Trusted {
    /// The certificates that the referee has named.
    named: Vec<CertificateDer<'static>>,
    /// Checks all others.
    others: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for Trusted {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.named.iter().any(|it| it == end_entity) {
            return fits(end_entity, server_name, now).map(|()| ServerCertVerified::assertion());
        }
        self.others
            .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.others
            .verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.others
            .verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.others.supported_verify_schemes()
    }
}

/// Whether a certificate that the referee has named is valid now, and for this server.
fn fits(named: &CertificateDer<'_>, server: &ServerName<'_>, now: UnixTime) -> Result<(), Error> {
    let read = certificate::read(named).ok_or(CertificateError::BadEncoding)?;
    let seconds = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
    if seconds < read.from {
        return Err(CertificateError::NotValidYetContext {
            time: now,
            not_before: unix(read.from),
        }
        .into());
    }
    if seconds > read.until {
        return Err(CertificateError::ExpiredContext {
            time: now,
            not_after: unix(read.until),
        }
        .into());
    }
    let Err(wrong) = verify_server_name(&ParsedCertificate::try_from(named)?, server) else {
        return Ok(());
    };
    let Some(name) = read.common_name.filter(|_| !read.has_alternative_names) else {
        return Err(wrong);
    };
    if name.eq_ignore_ascii_case(&server.to_str()) {
        return Ok(());
    }
    Err(CertificateError::NotValidForNameContext {
        expected: server.to_owned(),
        presented: vec![name],
    }
    .into())
}

fn unix(seconds: i64) -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// Why a line cannot be made private, in words, with what to do; whether the referee has named
/// certificates.
pub fn words(why: &io::Error, host: &str, has_named: bool) -> String {
    let inner = why.get_ref().and_then(|it| it.downcast_ref::<Error>());
    match inner {
        Some(Error::InvalidCertificate(wrong)) => words_of_certificate(wrong, host, has_named),
        Some(Error::InvalidMessage(_)) => {
            "what it answers is not TLS: is this the right port, and the right `tls`?".to_owned()
        }
        Some(Error::PeerIncompatible(reason)) => {
            format!("it does not support TLS 1.2 or 1.3 ({reason:?})")
        }
        _ => why.to_string(),
    }
}

fn words_of_certificate(wrong: &CertificateError, host: &str, has_named: bool) -> String {
    match wrong {
        CertificateError::ExpiredContext { not_after, .. } => format!(
            "the server's certificate has expired: it was valid until {}",
            day(*not_after)
        ),
        CertificateError::NotValidYetContext { not_before, .. } => format!(
            "the server's certificate is not valid before {}; is this machine's clock right?",
            day(*not_before)
        ),
        CertificateError::NotValidForNameContext { presented, .. } => {
            let names: Vec<&str> = presented.iter().map(|it| bare(it)).collect();
            let names = if names.is_empty() {
                "none at all".to_owned()
            } else {
                names.join(", ")
            };
            format!(
                "the server's certificate is for another name: not for `{host}`, but for \
                 {names}; write that name as `host`, if it is the same server"
            )
        }
        unknown if is_unknown(unknown) && has_named => {
            "the server's certificate is not the one in ca_file, and was issued by no authority in \
             it, nor by one that this machine trusts"
                .to_owned()
        }
        unknown if is_unknown(unknown) => {
            "the server's certificate was issued by no authority that this machine trusts; if it \
             is self-made, name its file as ca_file"
                .to_owned()
        }
        other => format!("the server's certificate is not trusted: {other}"),
    }
}

/// Whether nobody whom we believe has made a certificate. The library finds an authority's own in
/// place of a server's before it looks who has made it.
fn is_unknown(wrong: &CertificateError) -> bool {
    match wrong {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => true,
        CertificateError::Other(other) => format!("{other:?}").contains("CaUsedAsEndEntity"),
        _ => false,
    }
}

/// A name as the library shows it, without what is around it: `DnsName("mx.example.org")`.
fn bare(shown: &str) -> &str {
    let inner = shown.split_once('(').map_or(shown, |it| it.1);
    inner.trim_end_matches(')').trim_matches('"')
}

fn day(moment: UnixTime) -> String {
    let seconds = i64::try_from(moment.as_secs()).unwrap_or(i64::MAX);
    Moment::from_seconds(seconds).date(Zone::UTC).to_string()
}
