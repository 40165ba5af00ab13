import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The tables of Uptime Kuma 1.23, as far as they are read; the types are those of its own file. */
const tables = `
create table user (id integer primary key, username varchar(255), password varchar(255));
create table monitor (
  id integer primary key autoincrement, name varchar(150), active boolean default 1 not null, user_id integer,
  interval integer default 20 not null, url text, type varchar(20), weight integer default 2000,
  hostname varchar(255), port integer, created_date datetime default (datetime('now')) not null,
  keyword varchar(255), maxretries integer not null default 0, ignore_tls boolean default 0 not null,
  upside_down boolean default 0 not null, maxredirects integer default 10 not null,
  accepted_statuscodes_json text default '["200-299"]' not null, dns_resolve_type varchar(5),
  dns_resolve_server varchar(255), retry_interval integer default 0 not null, push_token varchar(20),
  method text default 'GET' not null, body text, headers text, basic_auth_user text, basic_auth_pass text,
  docker_host integer, docker_container varchar(255), proxy_id integer, expiry_notification boolean default 1,
  mqtt_topic text, auth_method varchar(250), grpc_url varchar(255), grpc_protobuf text, grpc_body text,
  grpc_metadata text, grpc_method varchar(255), grpc_service_name varchar(255),
  grpc_enable_tls boolean default 0 not null, resend_interval integer default 0 not null, packet_size integer,
  description text, tls_cert text, parent integer, invert_keyword boolean default 0 not null, json_path text,
  expected_value varchar(255), timeout double default 0 not null, http_body_encoding varchar(25),
  json_path_operator varchar(255)
);
create table notification (
  id integer primary key autoincrement, name varchar(255), config text, active boolean default 1 not null,
  user_id integer, is_default boolean default 0 not null
);
create table monitor_notification (
  id integer primary key autoincrement, monitor_id integer not null, notification_id integer not null
);
create table tag (id integer primary key autoincrement, name varchar(255) not null, color varchar(255) not null);
create table monitor_tag (
  id integer primary key autoincrement, monitor_id integer not null, tag_id integer not null, value text
);
create table status_page (
  id integer primary key autoincrement, slug varchar(255) not null unique, title varchar(255) not null,
  description text, icon varchar(255) not null, theme varchar(30) not null, published boolean default 1 not null,
  custom_css text, footer_text text, google_analytics_tag_id varchar
);
create table status_page_cname (
  id integer primary key autoincrement, status_page_id integer, domain varchar not null unique
);
create table "group" (
  id integer primary key autoincrement, name varchar(255) not null, public boolean default 0 not null,
  weight boolean not null default 1000, status_page_id integer
);
create table monitor_group (
  id integer primary key autoincrement, monitor_id integer not null, group_id integer not null,
  weight boolean not null default 1000
);
create table incident (id integer primary key autoincrement, title varchar(255) not null, content text not null);
create table maintenance (
  id integer primary key autoincrement, title varchar(150) not null, description text not null,
  active boolean not null default 1, strategy varchar(50) not null default 'single', start_date datetime,
  end_date datetime, start_time time, end_time time, weekdays varchar2(250) default '[]',
  days_of_month text default '[]', interval_day integer, cron text, timezone varchar(255), duration integer
);
create table monitor_maintenance (
  id integer primary key autoincrement, monitor_id integer not null, maintenance_id integer not null
);
create table maintenance_status_page (
  id integer primary key autoincrement, status_page_id integer not null, maintenance_id integer not null
);
create table proxy (
  id integer primary key autoincrement, protocol varchar(10) not null, host varchar(255) not null, port integer
);
create table setting (id integer primary key autoincrement, key varchar(200) not null, value text);
`

export type KumaFile = {
  path: string
  /** Returns the id of the row. */
  add(table: string, row: Readonly<Record<string, string | number | null>>): number
  remove(): void
}

/** A database file as Uptime Kuma writes it, without anything in it. */
export function makeKumaFile(): KumaFile {
  const folder = mkdtempSync(join(tmpdir(), 'kuma-'))
  const path = join(folder, 'kuma.db')
  const database = new DatabaseSync(path)
  database.exec(tables)
  return {
    path,
    add(table, row) {
      const columns = Object.keys(row)
      const names = columns.map((name) => `"${name}"`).join(', ')
      const marks = columns.map(() => '?').join(', ')
      const insert = database.prepare(`insert into "${table}" (${names}) values (${marks})`)
      return Number(insert.run(...Object.values(row)).lastInsertRowid)
    },
    remove() {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
