// A controller with real MicroPython: node pico.mjs FOLDER
// The folder holds the simulated parts. Requests are lines of standard input, each answered by a
// line: see `pico.py` there. The first is ["make", settings, enrolled, files].
import fs from "node:fs";
import path from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

let waiting = Buffer.alloc(0);
let printed = [];

function request() { // the next line; it is waited for, so that MicroPython may ask in mid-program
    const chunk = Buffer.alloc(1 << 16);
    while (!waiting.includes(10)) {
        const count = fs.readSync(0, chunk);
        if (count === 0) process.exit(0);
        waiting = Buffer.concat([waiting, chunk.subarray(0, count)]);
    }
    const end = waiting.indexOf(10);
    const line = waiting.subarray(0, end).toString();
    waiting = waiting.subarray(end + 1);
    return line;
}

function exchange(answer) {
    fs.writeSync(1, answer + "\n");
    return request();
}

function taken() {
    const data = Buffer.concat(printed).toString("hex");
    printed = [];
    return data;
}

const micropython = await loadMicroPython({ heapsize: 32 * 1024 * 1024, linebuffer: false,
    stdout: (bytes) => printed.push(Buffer.from(bytes)) });
micropython.FS.mkdir("/parts");
for (const name of fs.readdirSync(process.argv[2])) {
    if (name.endsWith(".py")) {
        const content = fs.readFileSync(path.join(process.argv[2], name));
        micropython.FS.writeFile("/parts/" + name, content);
    }
}
micropython.registerJsModule("host", { exchange });

function run(pico) { // from power on to the prompt
    pico.print(taken()); // what the prompt had still to say
    pico.power_on();
    micropython.replInit();
    taken();
    micropython.replProcessChar(2); // the friendly prompt, whichever it was before
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
        if (pico.wants_reset()) return run(pico);
    }
}

try {
    micropython.runPython('import sys\nsys.path[:] = ["/parts"]\nimport pico');
    const [, settings, enrolled, files] = JSON.parse(request());
    const module = micropython.pyimport("pico");
    const pico = module.make(JSON.stringify(settings), enrolled, JSON.stringify(files));
    run(pico);
    let line = exchange(pico.report(taken()));
    while (true) {
        const [verb, ...given] = JSON.parse(line);
        if (verb === "run") {
            type(pico, Buffer.from(pico.typed(...given), "hex"));
        } else {
            const answer = pico.answer_line(line);
            if (verb !== "plug") {
                line = exchange(answer);
                continue;
            }
            run(pico);
        }
        line = exchange(pico.report(taken()));
    }
} catch (error) {
    process.stderr.write(error.message + "\n"); // not the source text of the whole runtime
    process.exit(1);
}
