import Files

extension ServerMetrics {
  func writeFiles(to out: inout Exposition) {
    let now = files.pictures.statistics
    out.family("hatched_pictures_total", .counter, "Pictures that were decoded, by their result.")
    out.sample("hatched_pictures_total", [("result", "stored")], UInt64(now.decoded))
    out.sample("hatched_pictures_total", [("result", "unreadable")], UInt64(now.undecodable))
    out.single("hatched_picture_seconds_total", .counter, "Time that this took, in processes of low priority.", now.seconds)
    out.single("hatched_pictures_waiting", .gauge, "Pictures that wait for a worker.", UInt64(now.waiting))
    out.single("hatched_pictures_running", .gauge, "Pictures that are decoded.", UInt64(now.running))
    out.single("hatched_pictures_refused_total", .counter, "Uploads that were refused since too many waited.", UInt64(now.refused))
    out.single("hatched_picture_processes_total", .counter, "Processes that were started: more than workers after faults.", UInt64(now.started))
    if let free = try? files.folder.freeBytes() {
      out.single("hatched_files_free_bytes", .gauge, "Bytes that are free where the folder for files is.", UInt64(free))
    }
  }
}
