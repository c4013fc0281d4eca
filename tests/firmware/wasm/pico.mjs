// A controller with real MicroPython: node pico.mjs FOLDER
// The folder holds the simulated parts. Requests are lines of standard input, each answered by a
// line: see `pico.py` there. The first is ["make", settings, enrolled, files]; another one begins with
// a new controller.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

let printed = [];

function taken() {
    const data = Buffer.concat(printed).toString("hex");
    printed = [];
    return data;
}

const micropython = await loadMicroPython({ heapsize: 1024 * 1024, linebuffer: false,
    stdout: (bytes) => printed.push(Buffer.from(bytes)) });
micropython.FS.mkdir("/parts");
for (const name of fs.readdirSync(process.argv[2])) {
    if (name.endsWith(".py")) {
        const content = fs.readFileSync(path.join(process.argv[2], name));
        micropython.FS.writeFile("/parts/" + name, content);
    }
}

function type(pico, bytes) { // what a terminal does at the prompt
    for (let at = 0; at < bytes.length; at++) {
        if (bytes.subarray(at, at + 3).equals(Buffer.from("\x05A\x01"))) {
            printed.push(Buffer.from("R\x00")); // "raw paste is not for me", in its own protocol:
            at += 2; // this port would wait for the rest inside one key press
        } else if (micropython.replProcessChar(bytes[at])) {
            printed.push(Buffer.from("MPY: soft reboot\r\n"));
            micropython.replInit();
        }
        if (pico.was_reset()) {
            const last = taken();
            micropython.replInit();
            micropython.replProcessChar(2); // the friendly prompt, when it comes back
            taken();
            return last;
        }
    }
    return taken();
}

try {
    micropython.runPython('import sys\nsys.path[:] = ["/parts"]\nimport pico');
    const make = micropython.pyimport("pico").make;
    let pico = null;
    for await (const line of readline.createInterface({ input: process.stdin })) {
        let answer = '{"ok": null}';
        if (line.startsWith('["make"')) {
            pico = make(line);
            micropython.replInit();
            taken();
        } else {
            answer = pico.obey(line) || pico.report(type(pico, Buffer.from(pico.typed(), "hex")));
        }
        fs.writeSync(1, answer + "\n");
    }
} catch (error) {
    process.stderr.write(error.message + "\n"); // not the source text of the whole runtime
    process.exit(1);
}
