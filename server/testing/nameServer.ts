import dns2 from "dns2";

const { Packet } = dns2;

/** A name server over UDP on a free port of this machine. */
export interface NameServer {
  /** For `DNS_SERVERS`. */
  address: string;
  /** CNAME records by name in lower case; a name without one does not exist. */
  aliases: Map<string, string>;
  /** While true every question is answered with SERVFAIL. */
  isFailing: boolean;
  /** While true no question is answered. */
  isSilent: boolean;
  /** How many have come. */
  questions: number;
  close(): Promise<void>;
}

/** Whoever starts it closes it. */
export async function startNameServer(): Promise<NameServer> {
  const server = dns2.createUDPServer((request, send) => {
    names.questions += 1;
    if (names.isSilent) return;
    const answer = Packet.createResponseFromRequest(request);
    const name = request.questions[0]?.name.toLowerCase() ?? "";
    const domain = names.aliases.get(name);
    if (names.isFailing) answer.header.rcode = Packet.RCODE.SERVFAIL;
    else if (domain === undefined) answer.header.rcode = Packet.RCODE.NXDOMAIN;
    else {
      const record = { name, type: Packet.TYPE.CNAME, class: Packet.CLASS.IN, ttl: 0, domain };
      answer.answers.push(new Packet.Resource(record));
    }
    void send(answer);
  });
  const names: NameServer = {
    address: "",
    aliases: new Map(),
    isFailing: false,
    isSilent: false,
    questions: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  await server.listen(0, "127.0.0.1");
  names.address = `127.0.0.1:${String(server.address().port)}`;
  return names;
}
