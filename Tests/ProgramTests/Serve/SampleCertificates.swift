/// Certificates that were made for these tests and protect nothing.
enum SampleCertificates {
  /// Of podium.test, from 2020 to 2199.
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBFTCBvAIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtwb2RpdW0udGVzdDAg
    Fw0yMDAxMDEwMDAwMDBaGA8yMTk5MDEwMTAwMDAwMFowFjEUMBIGA1UEAwwLcG9k
    aXVtLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASaHvTBMNGM4o8RCHkk
    Nupds2hm8NdwejH5g/5nHL0ZTZNq1ex1VeFDMFSLL+ssWJZoHkSQqwI7F+8XYLQ5
    Kw9PMAoGCCqGSM49BAMCA0gAMEUCIAzo4A8sfX9TmkBo16NTTyHJGcNXCnT3FTE5
    OeRsMvrmAiEAk7pQcfTcQe/JdS3nf6nu718jRNDQjXoZbVsBLTn1M9w=
    -----END CERTIFICATE-----

    """
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJFUaMOaYBT/9icme
    XkyLch1lF7Vf/UBMI1RI/LBGVz2hRANCAASaHvTBMNGM4o8RCHkkNupds2hm8Ndw
    ejH5g/5nHL0ZTZNq1ex1VeFDMFSLL+ssWJZoHkSQqwI7F+8XYLQ5Kw9P
    -----END PRIVATE KEY-----

    """
  /// One that ended in 2020, and its key.
  static let ended = """
    -----BEGIN CERTIFICATE-----
    MIIBEjCBugIBAjAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtwb2RpdW0udGVzdDAe
    Fw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBYxFDASBgNVBAMMC3BvZGl1
    bS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEPz/FkUcAZLbgzgZZDG1R
    wzypX0MNLzCMX8cVZpnViuw2wqrhZqQ3h6NMdlQRBdQCBiuw2nzfRo7dqmsGvzaS
    MDAKBggqhkjOPQQDAgNHADBEAiArh7cu0NpSpUIgvB+Zo8o1zZYGW89WwGHMuuFb
    +LFFWwIgG9CYUQtPuj6rnxq6NMpLxl2G8k+C9HglWa55z5VqmlQ=
    -----END CERTIFICATE-----

    """
  static let keyOfEnded = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXZnWQuUBP48u8bK0
    ae7O9qIted2FFGKz6wKShwlCrW2hRANCAAQ/P8WRRwBktuDOBlkMbVHDPKlfQw0v
    MIxfxxVmmdWK7DbCquFmpDeHo0x2VBEF1AIGK7DafN9Gjt2qawa/NpIw
    -----END PRIVATE KEY-----

    """
}
