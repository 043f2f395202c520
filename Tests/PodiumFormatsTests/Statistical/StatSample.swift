import PodiumCore

@testable import PodiumFormats

/// Small files of Stata, SPSS and SAS, made for these tests with the writers of ReadStat; packed by gzip, in base64.
enum StatSample: String, CaseIterable {
  case survey, panel, sas, transport, portable
  /// A file of SAS with formats that have labels, and the catalogue with those of one of them.
  case formatted, catalogue

  /// The bytes of the file.
  func bytes() throws -> [UInt8] {
    let packed = Base64.bytes(text.split(whereSeparator: \.isWhitespace).joined()) ?? []
    return try Gzip.unpacked(packed, name: rawValue, limits: UnpackLimits(), cancellation: Cancellation())
  }

  private var text: String {
    switch self {
    case .survey:
      """
      H4sIAAAAAAACA5VTv2/TUBB+sRNiEyF1iBDjKTDAEIJDhdpIlp3gBEVqK4qDCBN6qR+NBa6L7VQNCyxsjPwBDLDzY+kYCf4XxES7
      oC4Q3rPfi+2qrcRJ5/Pdfd/d+b3ztd5a07x+9QbY920brPagDb3+WhfqMI6i3bDVaGy70Xgyurnle41H7kscOOt4q/GAYMeOcAQS
      QkhBqRQXb4/N5gps+HvQvKPdbmnLLe1WGzzsEAgnwR6Zwv8LrSqhvEhKKda+lUDOyg8hzWfnRUoh1o32ejfLL3AV/E0t4VdozPJh
      6k8gfOYakKBrs7P6tu91T50LVaqxWnD63Kh6OdZBJl/IzIYKhVhtnje4lWlKXhQ5NOQpCfnRMTGlHR9SvzYrB+TpJCROkdctcr7o
      hWZD8+LqKvgBeH5AYq7AljiWzYZ5/xJ+vjumzoj7xRGJcIbDzr7MeUXuVzOfPaeyOHuqP/8keIGVOWY+/zXn9tVf7pd5LTHbw0Gv
      vsKCFV7girjzzAeefEe88XmY87is3yUer1PtW7rrqEN9X2Urpu9gj6ibmv5CU+lq6HibqJbuqAM9Um09ZOQlXix74+Kv+iFnV+TQ
      SOyx8e1NiNNbFfFlkz72L3xVOwgd/K5Qi9MfKd4GcZIdPx9PjMHsu88fSpQ/VL5QO8rxFY6TZpCL12Zic07c1NzI4ZYYH568lzrf
      3xLH99wgN//rHssffDxi8x/f/XSUzv8P7rpoH7YEAAA=
      """
    case .panel:
      """
      H4sIAAAAAAACA+1WvU7DMBB2+ZGgYmFiYMmC2HBSEH86mYqBpdCFB6jcxm0jkqZy3KJOTH0P3oAZIXaegYkJGDtVbMGOHUrbrQyp
      RE+yvrvzz93p7PNBJKigFVdQAk1GXcYJcOYzGjHiOCeAUwGqPcFCrhZcXl8AHolQIssIIcAlAuWERYlYJuDTKvOJEjQHwguYtBi0
      yWbh2CqHXatgFw4tZ//UOQA8mgWcOhPQNjFHonuD2zmN5wZflzTGBp+NE41VjVfrGtsGHw2+GHzIa3zKp74rq9Cl3KNVn1VEr80i
      Moy/4mEMeEKtlrWodJx4LsqWuhnbR0HWDiTZ0dmAKOTC9yJBphf9TEE95AEVEdlx7D27MYPFHacw40YRzBpj6rS8en6HVZK3VdFR
      Z50A1LXRPyd1ByfTMqoliXYO8rSgBS3oz3/N2KOGWpNyWhOMy7/Fq0kFntK4st0yr39wlkvPeusXDVd8j+O7hPtMdWvFj1Q36BcB
      J0dAJLgyiQ3+qjlS8qs+OZqTaqyasS3Dr8ixIYcKXAWqAgtbDHFW70TMRW7Y2hXWTSu8VT2jDGKsmOpw0371GwxVmRe7CgAA
      """
    case .sas:
      """
      H4sIAAAAAAACA+3aTUsCQRwG8L9podZhBQ8egpbw4CFit0IQPLixGwkKhQt16JCQqUTbpahO1b1D9An6Dp0D6dIxOwQd+gR9AAt6
      sXFfzJ00BSOQnp/IOM+8ycLALAzRl+unk/XLcOj26txPgRv5NDIhhGaJJslDMv0o7KrllJy4kM5oqqIrOU0XO6EuGuPtfmIt/qi0
      lG6NHgLREBcnpiVZkrMSK+dYGc+Ujb0DAgAAAAAAAAAAAAAAAAAA+I8C7EP0MGbVYl53a8XOI9yokp2vOoHHKqbsPMnl1VGrXOPy
      MztPcfMvdciFDnk12D4HAAAAgMH28Vo39dpfpWBf4/tdP0nDv7C+RPaxmt6s4fVFroeffX3sUO3n6oKrPtQ8xzvtreyp67FmMk4j
      Zhkl67UgxsaYp/xvd3Hf7bFqS8bfA94vlIulXaKN/CEZ+e1Cnv1eMTOxbIhbRVXRtQSZ94I1PZ3VZiSiGkPmf3V7Znp5cs7i3g7t
      vm4TCO3jOgc7EwaSp2VnXCybr8+VzfuUYhh5Zxc37+TfvRxZWbTimsPJj/WUU5/fwaMFAAAAAAAA+CufZe6CgQBAAAA=
      """
    case .transport:
      """
      H4sIAAAAAAACA/NwdXRxDVIIcnX2D3LRggAfT6cwCwUFBQ9kOUUIMMALFBSCHYMVQACJBhqnoGCmZ2AG4icVp5joGSngBEYWfv5h
      RmZWhsZWBiZWxobofAUKgQcW//q6+oI9TJR/Dc3gLBMD7Oa5BDsHhAANpCT8XBxDHINdQ3D6A6gOpAQjXAci/PwcfYMJ+tcEu38Z
      GBkYGDgYGDNTyHMPAwgAzUDhAwEh8xiwAYhbmCoUqOoWjgoFst3CTGqwABOFKx63CKSQ7xaWEjLcEuLp64rDLRIlZLgFW/rzdwrG
      WV6hmmiCYYejAMRcRwkI7RI6G2JPwZ2OcJA41BV6UPsPn20A0ycE3m0tBckbQMQPqqCqg9GODhDaU9VhH4jpEt0NMb9io+B/BkSY
      4AIANud6caAFAAA=
      """
    case .portable:
      """
      H4sIAAAAAAACAzMwIA44Bjt7eioEBwQHKwT4B4UouHn6uCpgAbxcBlQGdDXR0MjYxNTM3MLS0cnZxdXN3cPTy9vH188/IDAoOCQ0
      LDwiMioxKTklNS09IzMrOyc3L7+gsKi4hJertKy8orJKQc9GQ7tGLTpWUUVL0zpOV79GRzXezj7BStlB3VYJYkUdVoura2Oo5GtQ
      HIGiyNFC38jAyMzQ0MjCTN/QGGiiibGhoYV+UGpiSnBJYomxobl+RklJQbGVvn56ZklGaZJecn6ufnhmVWJRim9iMlyhiZG+qbO+
      uYG+kb6ni6k+0Fh9CMnLBRQ01I9AFnMz1DfUcwMytPSM9XWN9Mzd9E30XXzcvJ2MHfWjCAFeLgASlre+kAIAAA==
      """
    case .formatted:
      """
      H4sIAAAAAAACA+3aPUvDQBgH8Kc1SqsOqXQoIliKQydJsIhCwQaavkBNtQm0goOri7gIburu5OToZ9BZEBfH4tbP4ORkBV/iNbm2ydFY
      oSKo/18pT+9/91xLIJCDEvXdPpzsXMVjzeuzCEXv1NPEvBxbIkpRiFT6VNw3MjUzWShX9LxmaaZuJYPQEJ1+vu643bzUPNWvs0ImCgvx
      6qKiKuq6wmqG1eXK7t7BIQEAAAAAAAAAAAAAAAAAAPxHUfYiak27o/SYf/aG5wmha5/nG90g5JYMz7NC3ppy67aQn/M8J+zfCMgTAXlr
      cnAOAAAAAH/D+4vt+Kn+PEkj9WdpfKT+FeH7X912uySsi7C3xB6uI8JY5uOwMw7TjDDvxbe2071kjtxjQZIm3FMCrwqvfW+8N+vJxP8D
      m3qDNMOs6zWiml4sVw2iul4ulixnrrClm0aVrVtgk08MOb/Rr8185brN8ioFzEvDNpAHx7YAdyT8SiHvHfC41q2G++Fis3ug7lXTrcdG
      ztdz/3zEe8gSelLdMVuDCw4AAAAAAADw/T4Az+BVXQBAAAA=
      """
    case .catalogue:
      """
      H4sIAAAAAAACA+3bvWrCUBTA8RNrwW4RMmSr+ACSQBE6BptI4YrgzZBVOnWonaQd7d6pj9LOpSJCx7yHk5urkapNorEF6dT/Dw6H83GX
      O164It8ms6ebN6sav79U5OzTfbbPzWpdpC6GuHKQlam0p2vBtfKvvNDTflgrIj9oJedVt73aGy3iVy+Vs8pJmF9p47LhuI7bcZJ8keSm
      uh0MHwUAAAAAAAAAgONESvfWz9K/1OXSAAAAAAAAAAAAAPyB6U5H+1FQ/GentI7j2Ht6H/P81EhNx7ntE7nrD7bVqTzcp2sAAAAAAP6r
      JQQ5cywARAAA
      """
    }
  }
}
