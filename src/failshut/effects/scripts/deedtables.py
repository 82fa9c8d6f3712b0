"""List what the functions of C-like languages do, each language's own names by the kind of deed.  Hot.

A name is written with dots whatever the language's own sign is; one that begins with a dot is a method
of anything.
"""

TABLES: dict[str, dict[str, str]] = {
    "js": {
        "shell": "child_process.exec child_process.execSync .execSync .doShellScript execaCommand shelljs.exec"
        " zx.$ bun.$ Bun.$ $ execSync shell.exec",
        "spawn": "child_process.spawn child_process.spawnSync child_process.execFile"
        " child_process.execFileSync .spawnSync .execFileSync execa.execa execa execa.sync Bun.spawn Bun.spawnSync"
        " Deno.Command spawn spawnSync execFile execFileSync",
        "process": "Deno.run",
        "rm": "fs.rm fs.rmSync .rmSync Deno.remove Deno.removeSync fs.rmdir fs.rmdirSync .rmdirSync rmSync",
        "tree": "rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync fs.remove fs.removeSync fs.emptyDir"
        " fs.emptyDirSync del del.sync shelljs.rm .rimraf trash",
        "file": "fs.unlink fs.unlinkSync .unlinkSync unlinkSync .unlink",
        "move": "fs.rename fs.renameSync fs.move fs.moveSync .renameSync Deno.rename Deno.renameSync",
        "copy": "fs.copyFile fs.copyFileSync .copyFileSync Deno.copyFile",
        "copies": "fs.cp fs.cpSync fs.copy fs.copySync",
        "write": "fs.writeFile fs.writeFileSync .writeFileSync fs.createWriteStream fs.outputFile"
        " fs.outputFileSync Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Bun.write writeFileSync",
        "append": "fs.appendFile fs.appendFileSync .appendFileSync",
        "read": "fs.readFile fs.readFileSync .readFileSync fs.createReadStream Deno.readTextFile"
        " Deno.readTextFileSync Deno.readFile Bun.file fs.readJson fs.readJSON readFileSync",
        "open": "fs.open fs.openSync",
        "mode": "fs.chmod fs.chmodSync .chmodSync",
        "owner": "fs.chown fs.chownSync",
        "link": "fs.symlink fs.symlinkSync fs.link fs.linkSync",
        "truncate": "fs.truncate fs.truncateSync",
        "fetch": "fetch axios axios.get axios.post axios.request got got.get http.get https.get http.request"
        " https.request node-fetch needle.get request undici.fetch undici.request",
        "socket": "net.connect net.createConnection net.Socket tls.connect Deno.connect",
        "code": "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext globalThis.eval"
        " window.eval vm.Script",
        "decode": "atob", "buffer": "Buffer.from Buffer",
        "chdir": "process.chdir Deno.chdir",
        "join": "path.join path.resolve path.posix.join", "dirname": "path.dirname",
        "basename": "path.basename", "home": "os.homedir", "tempdir": "os.tmpdir", "cwd": "process.cwd Deno.cwd",
        "same": "path.normalize String require.resolve Object.freeze Array.from Promise.resolve util.promisify"
        " Promise.all decodeURIComponent unescape",
        "env": "Deno.env.get", "import": "require import process.binding process.mainModule.require",
        "temp": "fs.mkdtempSync fs.mkdtemp", "chr": "String.fromCharCode",
        "file-code": "", "glob": "glob.sync glob.globSync fs.globSync globSync fast-glob.sync",
    },
    "perl": {
        "system": "system exec CORE.system CORE.exec", "shell": "readpipe qx",
        "file": "unlink rmdir CORE.unlink CORE.rmdir", "tree": "rmtree remove_tree File.Path.rmtree"
        " File.Path.remove_tree .remove_tree",
        "move": "rename CORE.rename", "into": "move File.Copy.move", "copy": "copy File.Copy.copy cp",
        "popen": "open CORE.open", "modes": "chmod", "owners": "chown", "link": "symlink link",
        "truncate": "truncate", "chdir": "chdir", "code": "eval", "file-code": "do require",
        "fetch": "LWP.Simple.get get .get .mirror", "retrieve": "getstore LWP.Simple.getstore",
        "socket": "IO.Socket.INET.new IO.Socket.INET socket connect", "decode": "decode_base64 MIME.Base64.decode_base64 pack",
        "globs": "glob", "stdin": "", "join-list": "join", "join": "catfile catdir .catfile .catdir", "cwd": "getcwd cwd",
        "chr": "chr", "shift": "shift pop",
    },
    "ruby": {
        "system": "system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn sh",
        "popen-shell": "IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 Open3.popen2"
        " Open3.popen2e PTY.spawn",
        "popen": "open Kernel.open",
        "file": "File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove"
        " FileUtils.rmdir FileUtils.safe_unlink .unlink",
        "tree": "FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry"
        " FileUtils.remove_entry_secure .rmtree rm_rf rm_r remove_entry_secure remove_dir",
        "move": "File.rename", "into": "FileUtils.mv FileUtils.move", "copy": "FileUtils.cp FileUtils.copy IO.copy_stream",
        "copies": "FileUtils.cp_r", "open": "File.open File.new IO.sysopen",
        "write": "File.write IO.write File.binwrite", "read": "File.read IO.read File.readlines File.binread"
        " File.foreach IO.readlines", "modes": "File.chmod", "mode-first": "FileUtils.chmod", "chmod-tree": "FileUtils.chmod_R",
        "link": "File.symlink FileUtils.ln_s", "truncate": "File.truncate", "chdir": "Dir.chdir FileUtils.cd",
        "code": "eval instance_eval class_eval Kernel.eval .instance_eval Object.class_eval",
        "file-code": "load require_relative", "fetch": "Net.HTTP.get URI.open Net.HTTP.get_response HTTParty.get"
        " Faraday.get open_uri",
        "socket": "TCPSocket.open TCPSocket.new Socket.tcp", "decode": "Base64.decode64 Base64.strict_decode64"
        " Base64.urlsafe_decode64 .unpack1 .unpack", "globs": "Dir.glob Dir.[]", "join": "File.join",
        "tilde": "File.expand_path", "home": "Dir.home", "cwd": "Dir.pwd Dir.getwd",
        "path": "Pathname.new Pathname", "dirname": "File.dirname", "basename": "File.basename",
        "temp": "Dir.mktmpdir Tempfile.new", "same": "URI URI.parse String Array File.realpath File.absolute_path", "env": "ENV.fetch",
        "send": "send public_send __send__ .send .public_send .__send__ .method", "stdin": "gets STDIN.read $stdin.read ARGF.read STDIN.gets",
    },
    "php": {
        "shell": "system exec shell_exec passthru popen proc_open", "execv": "pcntl_exec",
        "file": "unlink rmdir", "move": "rename", "copy": "copy", "write": "file_put_contents",
        "read": "file_get_contents readfile file", "open": "fopen", "mode": "chmod", "owner": "chown",
        "link": "symlink link", "code": "eval assert create_function", "file-code": "include include_once require require_once",
        "decode": "base64_decode gzinflate gzuncompress str_rot13 hex2bin convert_uudecode",
        "fetch": "curl_exec curl_init", "socket": "fsockopen pfsockopen stream_socket_client socket_connect",
        "globs": "glob", "env": "getenv", "chdir": "chdir", "cwd": "getcwd", "dirname": "dirname",
        "basename": "basename", "tempdir": "sys_get_temp_dir", "chr": "chr", "each": "array_map array_walk",
        "indirect": "call_user_func call_user_func_array", "same": "realpath escapeshellarg strval trim array_reverse escapeshellcmd", "join-list": "implode join",
    },
    "lua": {
        "shell": "os.execute io.popen", "file": "os.remove lfs.rmdir", "move": "os.rename", "open": "io.open",
        "code": "load loadstring", "file-code": "dofile loadfile", "env": "os.getenv", "import": "require",
        "join-list-after": "table.concat", "chr": "string.char", "same": "tostring ipairs pairs assert", "chdir": "lfs.chdir",
        "read": "io.lines",
    },
    "r": {
        "shell": "system shell shell.exec", "spawn": "system2 base.system2 processx.run",
        "unlink": "unlink base.unlink fs.dir_delete", "file": "file.remove fs.file_delete", "move": "file.rename",
        "copy": "file.copy", "read": "readLines read.csv readRDS scan", "write-last": "writeLines write saveRDS cat write.csv",
        "mode": "Sys.chmod", "file-code": "source sys.source", "code": "eval", "parse": "parse str2lang", "fetch": "url",
        "retrieve": "download.file", "env": "Sys.getenv", "paste0": "paste0", "paste": "paste", "join": "file.path",
        "chdir": "setwd", "cwd": "getwd", "globs": "Sys.glob", "tilde": "path.expand normalizePath", "link": "file.symlink",
        "decode": "base64enc.base64decode base64_dec jsonlite.base64_dec", "temp": "tempfile tempdir", "c": "c list",
        "chmod-tree": "",
    },
    "awk": {"shell": "system"},
    "osascript": {},
}  # fmt: skip
