import { parseProto } from './parse-proto.ts'
import type { ProtoFile } from './proto-file.ts'

/** The files that every protobuf installation has: nobody pastes them, and not every server sends them. */
const texts: Readonly<Record<string, string>> = {
  'google/protobuf/any.proto': 'message Any { string type_url = 1; bytes value = 2; }',
  'google/protobuf/duration.proto': 'message Duration { int64 seconds = 1; int32 nanos = 2; }',
  'google/protobuf/empty.proto': 'message Empty {}',
  'google/protobuf/field_mask.proto': 'message FieldMask { repeated string paths = 1; }',
  'google/protobuf/struct.proto': `
    message Struct { map<string, Value> fields = 1; }
    message Value {
      oneof kind {
        NullValue null_value = 1; double number_value = 2; string string_value = 3;
        bool bool_value = 4; Struct struct_value = 5; ListValue list_value = 6;
      }
    }
    enum NullValue { NULL_VALUE = 0; }
    message ListValue { repeated Value values = 1; }`,
  'google/protobuf/timestamp.proto': 'message Timestamp { int64 seconds = 1; int32 nanos = 2; }',
  'google/protobuf/wrappers.proto': `
    message DoubleValue { double value = 1; }
    message FloatValue { float value = 1; }
    message Int64Value { int64 value = 1; }
    message UInt64Value { uint64 value = 1; }
    message Int32Value { int32 value = 1; }
    message UInt32Value { uint32 value = 1; }
    message BoolValue { bool value = 1; }
    message StringValue { string value = 1; }
    message BytesValue { bytes value = 1; }`,
}

let files: readonly ProtoFile[] | null = null

export function wellKnownProtos(): readonly ProtoFile[] {
  files ??= Object.entries(texts).map(([name, text]) =>
    parseProto(`syntax = "proto3"; package google.protobuf; ${text}`, name),
  )
  return files
}
