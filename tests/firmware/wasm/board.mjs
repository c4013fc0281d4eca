// The firmware in real MicroPython: node board.mjs FOLDER…
// Every Python file in the folders is put into MicroPython. Then each line of standard input is
// given to `serve(line)` of the module `server` there, and what it returns is written as a line.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

const micropython = await loadMicroPython({ heapsize: 32 * 1024 * 1024, linebuffer: true,
    stdout: (line) => process.stderr.write(line + "\n") });
micropython.FS.mkdir("/board");
for (const folder of process.argv.slice(2)) {
    for (const name of fs.readdirSync(folder)) {
        if (name.endsWith(".py") || name.endsWith(".mpy")) {
            const content = fs.readFileSync(path.join(folder, name));
            micropython.FS.writeFile("/board/" + name, content);
        }
    }
}
try {
    micropython.runPython('import sys\nsys.path[:] = ["/board"]\nfrom server import serve');
    const serve = micropython.globals.get("serve");
    for await (const line of readline.createInterface({ input: process.stdin })) {
        process.stdout.write(serve(line) + "\n");
    }
} catch (error) {
    process.stderr.write(error.message + "\n"); // not the source text of the whole runtime
    process.exit(1);
}
