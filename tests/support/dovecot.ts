/** A real IMAP server: Debian's dovecot-imapd, on loopback, with a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { ImapFlow } from "imapflow";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";

const PROGRAM = "/usr/sbin/dovecot";
export const hasDovecot = existsSync(PROGRAM);
/** Dovecot gives no mailbox to root. */
const NOBODY = 65_534;
export const PASSWORD = "password-of-the-mail-account";

export type Mail = {
  from: string;
  subject: string;
  messageId: string;
  attachment: { filename: string; bytes: Buffer } | null;
  headers?: string;
};
export type MailServer = AsyncDisposable & {
  port: number;
  /** As the mail arrives there. */
  send(user: string, mail: Mail): Promise<void>;
  /** Subjects by folder. */
  subjects(user: string, folder: string): Promise<string[]>;
};

export async function startDovecot(): Promise<MailServer> {
  const home = await mkdtemp(path.join(tmpdir(), "winnow-dovecot-"));
  // The mailboxes are another user's.
  await chmod(home, 0o755);
  const port = await freePort();
  const isRoot = userInfo().uid === 0;
  const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [userInfo().uid, userInfo().gid];
  await mkdir(path.join(home, "mail"), { mode: 0o777 });
  if (isRoot) await chown(path.join(home, "mail"), uid, gid);
  const file = path.join(home, "dovecot.conf");
  await writeFile(file, configOf({ home, port, uid, gid, user: isRoot ? null : userInfo().username }));
  const server: ChildProcess = spawn(PROGRAM, ["-F", "-c", file], { stdio: "ignore" });
  await eventually(
    () => answers(port),
    (is) => {
      if (!is) throw new Error("dovecot does not answer yet");
    },
  );
  const withClient = async <T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      host: "127.0.0.1",
      port,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: PASSWORD },
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  return {
    port,
    send: (user, mail) => withClient(user, (client) => client.append("INBOX", mailOf(mail)).then(() => undefined)),
    subjects: (user, folder) =>
      withClient(user, async (client) => {
        await client.mailboxOpen(folder);
        const found = await client.fetchAll("1:*", { envelope: true });
        return found.map(({ envelope }) => envelope?.subject ?? "");
      }),
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
      await rm(home, { recursive: true, force: true });
    },
  };
}

const configOf = ({
  home,
  port,
  uid,
  gid,
  user,
}: {
  home: string;
  port: number;
  uid: number;
  gid: number;
  user: string | null;
}): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${home}/run
log_path = ${home}/log
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:~/Maildir
${user === null ? "" : `default_internal_user = ${user}\ndefault_login_user = ${user}\n`}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${home}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("data", () => socket.destroy());
  });
}

function mailOf({ from, subject, messageId, attachment, headers = "" }: Mail): Buffer {
  const text = "--b\r\nContent-Type: text/plain\r\n\r\nPlease find the invoice attached.\r\n";
  const file = attachment
    ? `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${attachment.filename}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${attachment.bytes.toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n`
    : "";
  return Buffer.from(
    `${headers}From: <${from}>\r\nTo: <invoices@example.com>\r\nSubject: ${subject}\r\nMessage-ID: <${messageId}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${text}${file}--b--\r\n`,
  );
}
