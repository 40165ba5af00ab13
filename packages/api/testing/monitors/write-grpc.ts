import { createMonitorWriter } from './write-monitor.ts'

export const smallestGrpc = {
  name: 'Cart',
  request: { url: 'rpc.example.net', port: 443, grpcConfig: { method: 'shop.v1.Cart/List' } },
}

export const cartProto = `
syntax = "proto3";
package shop.v1;
import "google/protobuf/timestamp.proto";
service Cart { rpc List(ListRequest) returns (stream Item); }
message ListRequest { string user = 1; }
message Item { string name = 1; google.protobuf.Timestamp added_at = 2; }
`

/** As many fields as a gRPC monitor can have of its own. */
export const richGrpc = {
  ...smallestGrpc,
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 0,
  frequencyOffset: 20,
  shouldFail: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedResponseTime: 0,
  maxResponseTime: 180_000,
  request: {
    url: '{{HOST}}.example.net',
    port: '{{PORT}}',
    ipFamily: 'IPv6',
    skipSSL: true,
    timeout: 180,
    grpcConfig: {
      mode: 'BEHAVIOR',
      tls: false,
      metadata: [
        { key: 'authorization', value: 'Bearer {{TOKEN}}' },
        { key: 'x-trace-bin', value: 'AAEC/w==' },
      ],
      method: '/shop.v1.Cart/List',
      serviceDefinition: 'PROTO_FILE',
      protoContent: cartProto,
      message: '{"user": "{{USER}}"}',
      service: null,
      encoding: 'PROTOBUF',
      bfbsContent: 'AAEC',
    },
    assertions: [
      { source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '500', regex: '' },
      { source: 'GRPC_STATUS_CODE', property: '', comparison: 'EQUALS', target: '5', regex: null },
      { source: 'GRPC_RESPONSE', property: '$[0].name', comparison: 'NOT_EMPTY', target: '', regex: '' },
      { source: 'TEXT_BODY', property: 'name":"(\\w+)', comparison: 'EQUALS', target: 'tea', regex: '' },
      { source: 'GRPC_METADATA', property: 'x-cost', comparison: 'CONTAINS', target: '7', regex: '' },
    ],
  },
}

export const writeGrpcMonitor = createMonitorWriter('grpc', smallestGrpc)
