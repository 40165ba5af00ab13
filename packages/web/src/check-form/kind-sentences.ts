import type { CheckKindType } from '@sonde/schema/check-types/check-kinds.ts'

/** What each type of check tells, in one sentence. In the order in which they are offered. */
export const kindSentences: Readonly<Record<CheckKindType, string>> = {
  URL: 'Does a web page or an API answer, with the right status and in time?',
  ICMP: 'Does a host answer a ping, how fast, and how much is lost on the way?',
  TCP: 'Does a port accept connections, and does it say what it should?',
  DNS: 'Does a name resolve to the right records?',
  SSL: 'Is the certificate valid, trusted, strong enough and not about to expire?',
  GRPC: 'Does a gRPC method or health service answer as it should?',
  TRACEROUTE: 'By which hops is a target reached, and where does the path end?',
  HEARTBEAT: 'Did your job report in on time? It calls us; nothing is run.',
}
