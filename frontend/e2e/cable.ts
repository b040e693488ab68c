import { createServer, type Server, type Socket } from "node:net";

/** A cable between browser and server that can be cut: open connections break, new ones are refused. */
export class Cable {
  private readonly open = new Set<Socket>();
  private cut = false;
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async to(target: string): Promise<Cable> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const cable = new Cable(`http://127.0.0.1:${address.port}`, server);
    server.on("connection", (near) => cable.connect(near, hostname, Number(port)));
    return cable;
  }

  private connect(near: Socket, host: string, port: number): void {
    if (this.cut) {
      near.destroy();
      return;
    }
    const far = new (near.constructor as new () => Socket)().connect(port, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  /** Breaks the connection for this long. */
  async interrupt(milliseconds: number): Promise<void> {
    this.cut = true;
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.cut = false;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
