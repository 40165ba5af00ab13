import type { CheckType } from '@sonde/schema/check-types/check-type.ts'

/**
 * What details of a type usually say, for deflating them: stored details are unreadable without the very bytes they
 * were written with. So nothing here ever changes, as a test makes sure: for a better dictionary, append one with a
 * number of its own and let `dictionaryNumbers` name it.
 *
 * Each is the text of typical details after `writeTokens`, without what differs from check to check; what is most
 * usual comes last, since near repetitions are the shortest.
 */

const errors = [
  '"ERR_NO_RESOLVER","message":"\\"\\" was not looked up: no DNS server of this agent answers","hostname":"',
  '"ERR_ABORTED","message":"The attempt was aborted: the agent stops',
  'The target was not looked at: this agent has no file descriptors left (EMFILE)',
  'this machine has no local address or port left (EADDRNOTAVAIL)',
  '"EACCES","message":"Target  is not allowed at this location","address":"',
  '"ERR_PROXY","message":"Proxy : refused the connection: ","phase":"proxy"',
  '"EPROTO","message":"TLS handshake with  failed: ","phase":"tls"}',
  '"EAI_AGAIN","message":"\\"\\" could not be resolved: SERVFAIL',
  '"ENOTFOUND","message":"\\"\\" does not exist (NXDOMAIN)","syscall":"getaddrinfo","hostname":"',
  '"EHOSTUNREACH","message":" is unreachable (host)","syscall":"connect","errno":-113,"hostname":"',
  '"ENETUNREACH","message":" is unreachable (network)","syscall":"connect","errno":-101,"hostname":"',
  '"ECONNRESET","message":"Connection to  was reset","syscall":"read","errno":-104,"hostname":"","port":',
  '"ETIMEDOUT","message":"No answer from  within 30000 ms (firstByte)","phase":"firstByte","hostname":"',
  '"ETIMEDOUT","message":"No answer from  within 10000 ms (connect)","phase":"connect","hostname":"","port":',
  '"ECONNREFUSED","message":"Connection to :443 was refused","syscall":"connect","errno":-111,"hostname":"","port":443,"address":"',
].join('')

const assertions = [
  '"comparison":"NOT_EQUALS","comparison":"NOT_CONTAINS","comparison":"NOT_EMPTY","comparison":"IS_EMPTY","comparison":"HAS_KEY",',
  '"target":"","regex":null,"actual":null,"error":"not evaluated"},{"order":2,"source":"',
  ',"comparison":"GREATER_THAN","target":"","regex":"","actual":"","error":"expected "},{"order":1,"source":"',
].join('')

const url = [
  errors,
  assertions,
  'HEADERS","property":"TEXT_BODY","property":"JSON_BODY","property":"$.',
  '"RESPONSE_TIME","property":"","comparison":"LESS_THAN","target":"',
  '{"assertions":[{"order":0,"source":"STATUS_CODE","property":"","comparison":"EQUALS","target":"200","regex":"","actual":200,"error":null}],',
  '"statusText":"Not Found","Forbidden","Unauthorized","Bad Gateway","Gateway Timeout","Internal Server Error","status":503,"statusText":"Service Unavailable",',
  '"body":"<!DOCTYPE html><html><head><title></title></head><body></body></html>',
  '"strict-transport-security":"max-age=31536000; includeSubDomains; preload","x-content-type-options":"nosniff","x-frame-options":"SAMEORIGIN","x-xss-protection":"1; mode=block",',
  '"referrer-policy":"strict-origin-when-cross-origin","content-security-policy":"default-src \'self\'","permissions-policy":"',
  '"x-powered-by":"Express","PHP/8.","via":"1.1 ","x-cache":"HIT","MISS","age":"',
  'x-request-id":"","x-served-by":"',
  '"cf-cache-status":"DYNAMIC","cf-ray":"","alt-svc":"h3=\\":443\\"; ma=86400","server":"cloudflare","report-to":"nel":"',
  '"access-control-allow-origin":"*","cache-control":"no-cache, no-store, must-revalidate","pragma":"no-cache","expires":"0","set-cookie":"; Path=/; HttpOnly; Secure; SameSite=Lax",',
  '"cache-control":"public, max-age=0","location":"https://www.","vary":"Accept-Encoding","content-encoding":"gzip","keep-alive":"timeout=5",',
  '"connection":"keep-alive","transfer-encoding":"chunked"},"content-type":"application/json; charset=utf-8","content-type":"text/plain; charset=utf-8","content-type":"text/html",',
  '"server":"Apache/2.4. (Debian)","server":"nginx/\x02\xec\x09.',
  '","content-type":"text/html; charset=utf-8","content-length":"","last-modified":"\x03","etag":"\\"W/\\"","accept-ranges":"bytes","date":"\x03',
  '"},"resolvedIp":"\x04","redirects":[{"status":302,"url":"http","status":301,"url":"https://"}],',
  '"tls":{"protocol":"TLSv\x02\xb0\x09","cipher":"TLS_CHACHA20_POLY1305_SHA256","cipher":"ECDHE-RSA-AES128-GCM-SHA256","cipher":"TLS_AES_128_GCM_SHA256",',
  '"issuer":"C=US, O=Google Trust Services, CN=WR2","issuer":"C=US, O=DigiCert Inc, CN=DigiCert Global G2 TLS RSA SHA256 2020 CA1","issuer":"C=US, O=Amazon, CN=Amazon RSA 2048 M02","issuer":"C=GB, O=Sectigo Limited, CN=Sectigo Public Server Authentication CA DV R36","issuer":"C=US, O=Let\'s Encrypt, CN=E8","issuer":"C=US, O=Let\'s Encrypt, CN=R13",',
  '"error":{"code":"ERR_TLS_CERT_ALTNAME_INVALID","message":"Certificate does not cover  (names: )","hostname":"","phase":"tls"}},"error":{"code":"CERT_HAS_EXPIRED","message":"Certificate of  expired on \x05","hostname":"","phase":"tls"}},',
  '{"assertions":[],"request":{"method":"GET","url":"http://\x04:8080/","data":"","headers":{},"params":{}},"response":{"status":0,"statusText":"","body":"","headers":{},"resolvedIp":"\x04","redirects":[],"timings":null,"timingPhases":null,"error":{"code":"',
  '"}},"requestError":"Connection to ","requestError":"No answer from  within 30000 ms (firstByte)","jobLog":null,"jobAssets":null,"pcapDataUrl":null}',
  '{"assertions":[],"request":{"method":"GET","url":"https://www.","data":"","headers":{},"params":{}},"response":{"status":200,"statusText":"OK","body":"","headers":{"date":"\x03","connection":"close","content-length":"',
  '"},"resolvedIp":"\x04","redirects":[],"tls":{"protocol":"TLSv\x02\x94\x0a","cipher":"TLS_AES_256_GCM_SHA384","subject":"CN=","issuer":"CN=","validFrom":"\x05","validTo":"\x05","fingerprint":"\x01"},"certificate":{"host":"","fingerprint":"\x01","validTo":"\x05"},',
  '"timings":{"socket":\x07\x01,"lookup":\x02,"connect":\x02,"secureConnect":\x02,"response":\x02,"end":\x02},"timingPhases":{"wait":\x07\x01,"dns":\x07\x02,"tcp":\x07\x03,"tls":\x02,"firstByte":\x07\x04,"download":\x07\x05,"total":\x02}},',
  '"redirects":[],"timings":{"socket":\x07\x01,"lookup":\x07\x01,"connect":\x02,"response":\x02,"end":\x02},"timingPhases":{"wait":\x07\x01,"dns":0,"tcp":\x07\x03,"firstByte":\x07\x04,"download":\x07\x05,"total":\x02}},"requestError":null,"jobLog":null,"jobAssets":null,"pcapDataUrl":null}',
].join('')

const tcp = [
  errors,
  assertions,
  '"regex":"","data":"HTTP/1.1 200 OK\\r\\n220  ESMTP Postfix\\r\\nSSH-\x02\xd0\x0f-OpenSSH_\x02 Debian\\r\\n","dataTruncated":true},',
  '"source":"RESPONSE_TIME","property":"","comparison":"LESS_THAN","target":"","regex":null,"actual":',
  '"assertions":[{"order":0,"source":"RESPONSE_DATA","property":"","comparison":"CONTAINS","target":"","regex":null,"actual":"","error":null}]}',
  '{"requestError":"No answer from  within 10000 ms (connect)","requestError":"Connection to \x04:443 was refused","request":{"hostname":"\x04","port":443,"ipFamily":"IPv6","data":"',
  '"ipFamily":"IPv4","data":null},"response":{"resolvedIp":"\x04","error":{"code":"ECONNREFUSED","message":"Connection to ","address":"\x04"}},"timingPhases":null,"assertions":[]}',
  '{"requestError":null,"request":{"hostname":"\x04","port":443,"ipFamily":"IPv4","data":null},"response":{"resolvedIp":"\x04","data":"","dataTruncated":false},"timingPhases":{"dns":0,"connection":\x07\x02,"data":\x07\x03,"total":\x02},',
  '"timingPhases":{"dns":\x07\x01,"connection":\x07\x02,"data":0,"total":\x02},"assertions":[]}',
].join('')

const dns = [
  errors,
  assertions,
  '"comparison":"LESS_THAN","source":"RESPONSE_TIME","source":"JSON_ANSWER","property":"$.Answer[0].data","source":"TEXT_ANSWER","regex":null,',
  '"assertions":[{"order":0,"source":"RESPONSE_CODE","property":"","comparison":"EQUALS","target":"NOERROR","regex":"","actual":"NOERROR","error":null}]}',
  '"recordType":"AAAA","recordType":"CNAME","recordType":"MX","recordType":"TXT","recordType":"SOA","recordType":"NS","recordType":"HTTPS","protocol":"TCP",',
  '"message":" did not answer within 5000 ms","code":"SERVFAIL","message":" answered SERVFAIL for \\"","code":"REFUSED","message":" answered REFUSED for \\"","AUTHORITY SECTION:\\n\\tSOA\\t',
  '{"requestError":null,"request":{"query":"","recordType":"A","protocol":"UDP","nameServer":null,"port":null},"nameServerInfo":{"name":"","host":"\x04\x08\x08\x08\x08","port":53},"host":"\x04\x01\x01\x01\x01","port":53},"response":{"returnCode":"NXDOMAIN","answer":";; opcode: QUERY, status: NXDOMAIN, id: ',
  '\\n;; flags: qr rd ra; QUERY: 1, ANSWER: 0, AUTHORITY: 1, ADDITIONAL: 1\\n\\n;; QUESTION SECTION:\\n;www.\\tIN\\tA\\n","json":{"Status":"NXDOMAIN",',
  '"Answer":[]},"responseTime":1,"answerTruncated":false,"error":{"code":"NXDOMAIN","message":"\x04 answered NXDOMAIN for \\"","address":"\x04","port":53}},"assertions":[]}',
  '\\tIN\\tMX\\t10 mail.\\tIN\\tCNAME\\t\\tIN\\tNS\\tns1.\\tIN\\tAAAA\\t2001:\\tIN\\tTXT\\t\\"v=spf1 include: -all\\"',
  '"request":{"query":"www.example.com","recordType":"A","protocol":"UDP","nameServer":"\x04","port":53},"nameServerInfo":{"host":"\x04","port":53},"response":{"returnCode":"NOERROR","answer":";; opcode: QUERY, status: NOERROR, id: ',
  '\\n;; flags: qr aa rd; QUERY: 1, ANSWER: 2, AUTHORITY: 0, ADDITIONAL: 1\\n\\n;; flags: qr rd ra; QUERY: 1, ANSWER: 1, AUTHORITY: 0, ADDITIONAL: 0\\n\\n;; QUESTION SECTION:\\n;\\tIN\\tA\\n\\n;; ANSWER SECTION:\\n',
  '.\\t60\\tIN\\tA\\t\x04.\\t300\\tIN\\tA\\t\x04.\\t3600\\tIN\\tA\\t\x04\\n","json":{"Status":"NOERROR","TC":false,"RD":true,"RA":true,"AD":false,"CD":false,"Question":[{"name":"',
  '.","type":"A"}],"Answer":[{"name":"","type":"A","TTL":60,"data":"\x04"},{"name":"","type":"A","TTL":3600,"data":"\x04"},{"name":"","type":"A","TTL":300,"data":"\x04"}]},"responseTime":12,"answerTruncated":false},"assertions":[]}',
].join('')

const ssl = [
  errors,
  assertions,
  '"chainTrustReason":"self-signed","chainTrustDetail":"self-signed certificate","unable to get local issuer certificate","missingIntermediate":"CN=","ocspStapled":true,"ocspStatus":"good","selfSigned":true,',
  '"failureCategory":"expired","failureCategory":"hostname","failureCategory":"chain","failureCategory":"timeout","failureCategory":"dns","failureCategory":"handshake",',
  '{"tlsVersion":null,"cipherSuite":null,"daysUntilExpiry":null,"handshakeTimeMs":null,"chainTrusted":null,"hostnameVerified":null,"baselineVerdict":null,"baselineGrade":null,"failureCategory":"connect","requestError":"Connection to \x04:443 was refused","request":{"hostname":"',
  '"assertions":[],"response":{"error":{"code":"ECONNREFUSED","message":"Connection to \x04","port":443,"address":"\x04","phase":"connect"}}}',
  "C=GB, O=Sectigo Limited, CN=C=US, O=Amazon, CN=Amazon RSA 2048 M02Amazon Root CA 1C=US, O=Google Trust Services LLC, CN=GTS Root R1WR2C=US, O=DigiCert Inc, OU=www.digicert.com, CN=DigiCert Global Root G2DigiCert Global G2 TLS RSA SHA256 2020 CA1C=US, O=Internet Security Research Group, CN=ISRG Root X1ISRG Root X2C=US, O=Let's Encrypt, CN=E8C=US, O=Let's Encrypt, CN=R13",
  '"signatureAlgorithm":"RSA-SHA384","keyAlgorithm":"RSA","keySizeBits":4096,"ECDSA-SHA384","keySizeBits":384,"signatureAlgorithm":"RSA-SHA256","keyAlgorithm":"RSA","keySizeBits":2048,',
  '{"tlsVersion":"TLS\x02\xb0\x09","cipherSuite":"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256","cipherSuite":"TLS_AES_128_GCM_SHA256","daysUntilExpiry":6',
  '{"tlsVersion":"TLS\x02\x94\x0a","cipherSuite":"TLS_AES_256_GCM_SHA384","daysUntilExpiry":89,"handshakeTimeMs":\x02,"chainTrusted":true,"hostnameVerified":true,"baselineVerdict":"pass","baselineGrade":"A-","failureCategory":null,"requestError":null,"request":{"hostname":"www.","port":443,"ipFamily":"IPv4","serverName":null},"assertions":[],',
  '"response":{"resolvedIp":"\x04","protocol":"TLS\x02\x94\x0a","cipherSuite":"TLS_AES_256_GCM_SHA384","handshakeTimeMs":\x02,"hostnameVerified":true,"chainTrusted":true,"chainTrustReason":null,"chainTrustDetail":null,"incompleteChain":false,"missingIntermediate":null,"daysUntilExpiry":89,"notYetValid":false,"ocspStapled":false,"ocspStatus":null,"sctPresent":true,"distrustedCA":null,',
  '"certificate":{"subject":"CN=","issuer":"CN=","subjectCN":"","issuerCN":"","serialNumber":"\x08\x12","notBefore":"\x06","notAfter":"\x06","sans":["","www."],"fingerprintSha256":"\x01","issuerFingerprintSha256":"\x01","signatureAlgorithm":"ECDSA-SHA256","keyAlgorithm":"ECDSA","keySizeBits":256,"selfSigned":false,"isCA":false,"mustStaple":false,"hasSct":true},',
  '"chain":[{"subject":"CN=","issuer":"CN=","serialNumber":"\x08\x10","notAfter":"\x06","sans":[],"fingerprintSha256":"\x01","signatureAlgorithm":"ECDSA-SHA256","keyAlgorithm":"ECDSA","keySizeBits":256,"selfSigned":false,"isCA":true,"mustStaple":false,"hasSct":false}],',
  '"securityBaseline":{"verdict":"pass","grade":"A-","minTLSVersion":{"violated":false,"severity":"fail"},"minKeySizeBits":{"violated":false,"severity":"fail"},"weakSignatureAlgorithm":{"violated":false,"severity":"fail"},"weakCipherSuite":{"violated":false,"severity":"fail"},"knownBadCA":{"violated":false,"severity":"fail"},"recommendedTLSVersion":{"violated":false,"severity":"ignore"},"recommendedKeySizeBits":{"violated":false,"severity":"ignore"},"ocspMustStapleRespected":{"violated":false,"severity":"ignore"},"sctPresent":{"violated":true,"severity":"ignore"}}}}',
  '"sctPresent":{"violated":false,"severity":"ignore"}}}}',
].join('')

const grpc = [
  errors,
  assertions,
  '"source":"GRPC_STATUS_CODE","source":"GRPC_HEALTHCHECK_STATUS","source":"GRPC_RESPONSE","source":"GRPC_METADATA","source":"RESPONSE_TIME","comparison":"EQUALS","comparison":"LESS_THAN","property":"","regex":"","actual":',
  '"healthStatusLabel":"NOT_SERVING","responseMessage":"{\\"status\\":\\"NOT_SERVING\\"}","mode":"BEHAVIOR","serviceDefinition":"REFLECTION","grpcMode":"BEHAVIOR","message":"{}","tls":true,"method":"","service":"',
  '{"grpcStatusCode":14,"healthStatus":null,"timingPhases":null,"requestError":"Connection to \x04:443 was refused","request":{"url":"\x04","port":443,"ipFamily":"IPv4","skipSSL":false,"timeout":60,"grpcConfig":{"mode":"HEALTH","tls":true,"method":null,',
  '"responseMessage":"","grpcStatusCode":14,"grpcStatusMessage":"","healthStatus":null,"metadata":[],"discoveredMethods":[],"timingPhases":null,"requestError":"Connection to ","error":{"code":"ECONNREFUSED","message":"","address":"\x04"}},"assertions":[],"noiseMs":0}',
  '{"grpcStatusCode":0,"healthStatus":1,"timingPhases":{"dns":0,"connect":\x07\x02,"total":\x02},"requestError":null,"request":{"url":"","port":443,"ipFamily":"IPv4","skipSSL":false,"timeout":60,"grpcConfig":{"mode":"HEALTH","tls":false,"method":null,"service":null,"serviceDefinition":null,"message":null,"metadata":[]}},',
  '"response":{"grpcMode":"HEALTH","host":"","resolvedIp":"\x04","port":443,"grpcMethod":"grpc.health.v1.Health/Check","responseMessage":"{\\"status\\":\\"SERVING\\"}","grpcStatusCode":0,"grpcStatusMessage":"","grpcStatusMessage":"OK","healthStatus":1,',
  '"metadata":[{"key":"content-type","value":"application/grpc"}],"metadata":[{"key":"content-type","value":"application/grpc+proto"},{"key":"grpc-accept-encoding","value":"identity,deflate,gzip"},{"key":"grpc-encoding","value":"identity"},{"key":"date","value":"\x03"}],',
  '"discoveredMethods":[],"timingPhases":{"dns":\x07\x01,"connect":\x07\x02,"total":\x02},"healthStatusLabel":"SERVING","requestError":null},"assertions":[],"noiseMs":0}',
].join('')

const icmp = [
  errors,
  '"comparison":"EQUALS","comparison":"GREATER_THAN","property":"min","property":"max","property":"stdDev","source":"JSON_RESPONSE","property":"$.',
  '"regex":"","error":"not evaluated","actual":null,"ENETUNREACH","message":" is unreachable (network)","errno":-101,"address":"","syscall":"sendmmsg"}},"noiseMs":null}',
  '{"requestError":"0 of 10 pings answered by \x04","request":{"hostname":"\x04","targetIp":"\x04","ipFamily":"IPv6","ipFamily":"IPv4","pingCount":10},"response":{"error":{"code":"ERR_NO_REPLY","message":"0 of 10 pings answered by \x04","address":"\x04"},"hostname":"\x04","resolvedIp":"\x04","ipFamily":"IPv4","pingCount":10,"packetSize":64,"dnsResolutionTime":0,"packetsSent":10,"packetsReceived":0,"packetLoss":100,"latency":{"avg":null,"min":null,"max":null,"stdDev":null},',
  '"pingResults":[{"sequence":0,"success":false},{"sequence":1,"success":false},{"sequence":2,"success":false},{"sequence":3,"success":false},{"sequence":4,"success":false},{"sequence":5,"success":false},{"sequence":6,"success":false},{"sequence":7,"success":false},{"sequence":8,"success":false},{"sequence":9,"success":false}]},"assertions":[],"noiseMs":',
  '"packetsReceived":10,"packetLoss":0,"latency":{"avg":,"pingResults":[{"sequence":0,"type":0,"code":0,"success":true,"rtt":0,"ttl":64},{"sequence":1,"type":0,"code":0,"success":true,"rtt":1,"ttl":57},{"sequence":2,',
  '[{"order":0,"source":"LATENCY","property":"avg","comparison":"LESS_THAN","target":"","regex":null,"actual":,"error":null}]',
].join('')

const traceroute = [
  errors,
  assertions,
  '"source":"HOP_COUNT","source":"PACKET_LOSS","source":"RESPONSE_TIME","property":"avg","comparison":"EQUALS","comparison":"LESS_THAN","target":"","regex":null,"actual":',
  '"asn":,"asn_org":"","country":"","protocol":"UDP","protocol":"ICMP","probeProtocol":"UDP","probeProtocol":"ICMP","ipFamily":"IPv6",',
  '{"totalHops":2,"destinationReached":false,"finalHopLatency":null,"timingPhases":{"dns":0,"total":\x02},"requestError":" not reached after 17 hops (15 hops in a row did not answer)","request":{"url":"","truncationReason":"maxHops","truncationReason":"timeout","truncationReason":"unreachable","destinationReached":false,"truncationReason":"maxUnknownHops","hops":[{"hop_number":1,"received":3,"loss_percentage":0,"received":2,"loss_percentage":\x02,"received":1,',
  '],"error":{"code":"ERR_NOT_REACHED","message":" not reached after 17 hops (15 hops in a row did not answer)","address":"\x04"}},"noiseMs":\x02}',
  '{"totalHops":8,"destinationReached":true,"finalHopLatency":{"avg":\x02,"min":\x02,"max":\x02,"stdDev":\x02},"timingPhases":{"dns":\x02,"total":\x02},"requestError":null,"request":{"url":"","protocol":"TCP","port":443,"ipFamily":"IPv4","maxHops":30,"maxUnknownHops":15,"ptrLookup":true,"timeout":10},"assertions":[],"response":{"hostname":"","resolvedIp":"\x04","port":443,"ipFamily":"IPv4","maxHops":30,"probeProtocol":"TCP","protocol":"TCP","timestamp":17',
  ',"totalHops":8,"destinationReached":true,"truncationReason":"destinationReached","finalHopLatency":{"avg":\x02,"min":\x02,"max":\x02,"stdDev":\x02},"hops":[{"hop_number":1,"main_ip":"\x04","main_host":".","sent":3,"received":0,"loss_percentage":100},',
  '"},"main_ip":"\x04","sent":3,"received":3,"loss_percentage":0,"rtt":{"last_ms":\x02,"avg_ms":\x02,"best_ms":\x02,"worst_ms":\x02,"stddev_ms":\x02}}]},"noiseMs":\x02}',
].join('')

/** By their numbers, which are stored: append only. */
const dictionaries = [url, tcp, dns, ssl, grpc, icmp, traceroute].map((text) => Buffer.from(text, 'latin1'))

/** With which details of a type are written. Types that are missing have no details. */
const dictionaryNumbers: Readonly<Partial<Record<CheckType, number>>> = {
  URL: 0,
  TCP: 1,
  DNS: 2,
  SSL: 3,
  GRPC: 4,
  ICMP: 5,
  TRACEROUTE: 6,
}

export function dictionaryNumberOf(checkType: CheckType): number | null {
  return dictionaryNumbers[checkType] ?? null
}

export function dictionaryOf(number: number): Buffer {
  const dictionary = dictionaries[number]
  if (dictionary === undefined)
    throw new Error(`a stored detail needs dictionary ${number}: a newer version wrote it`)
  return dictionary
}
